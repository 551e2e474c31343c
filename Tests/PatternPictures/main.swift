import Foundation
import ThudCore
import ThudHaptics
import ThudPictures

// Draws the pictures of patterns for the README from the cues that ship: pattern-pictures FOLDER PAGE
// writes audition.svg into the folder, and the gallery of Kape as an HTML page.

guard CommandLine.arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: pattern-pictures FOLDER PAGE\n".utf8))
    exit(2)
}
let folder = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
let page = URL(filePath: CommandLine.arguments[2])
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

let cues = try ["correct", "pass", "tick", "warning", "times-up", "legend", "tutorial", "button"].map {
    try ShippedCue(name: $0)
}
for cue in cues where cue.name == "legend" {
    try Data(cue.picture.svg()).write(to: folder.appending(path: "audition.svg"))
}
try Data(Gallery(title: "Kape", entries: cues.map(\.entry)).html().utf8).write(to: page)

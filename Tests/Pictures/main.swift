import CueSounds
import Foundation
import ThudGameKit
import ThudGameUI
import ThudKape
import ThudPictures
import ThudTerminal
import ThudTextRaster

// Draws the pictures of the README from the real views and the shipped cues, and the gallery of Kape as an HTML page.
// Usage: pictures FOLDER PAGE, or pictures --sheets FOLDER.

guard CommandLine.arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: pictures FOLDER PAGE | pictures --sheets FOLDER\n".utf8))
    exit(2)
}
let drawsSheets = CommandLine.arguments[1] == "--sheets"
let folder = URL(filePath: CommandLine.arguments[drawsSheets ? 2 : 1], directoryHint: .isDirectory)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let letters = LetterCase(try Typeface.find())
guard !drawsSheets else {
    try SheetSeries(letters: letters).write(into: folder)
    exit(0)
}
let live = LiveAudition.grid(Size(columns: 100, rows: 30))
try GridPicture(grid: live).svg.write(
    to: folder.appending(path: "\(LiveAudition.name).svg"), atomically: true, encoding: .utf8)
var canvas = Canvas(Size(columns: 100, rows: 30), letters: letters, theme: Kape.theme)
RightAnswer.draw(on: &canvas)
try GridPicture(grid: canvas.grid).svg.write(
    to: folder.appending(path: "\(RightAnswer.name).svg"), atomically: true, encoding: .utf8)

for game in GameScreens.games {
    for size in GameScreens.sizes {
        let screens = try GameScreens(game, letters: letters, size: size).all()
        let name = "screens-\(game.description.name)-\(size.columns)x\(size.rows).svg"
        try ScreenSheet(screens: screens).svg.write(
            to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
}

let names = ["correct", "pass", "tick", "go", "warning", "times-up", "legend", "tutorial", "button"]
for game in ShippedGame.names {
    let sheet = game == "kape" ? "cues.svg" : "cues-\(game).svg"
    try CueSheet(ShippedGame(game)).svg.write(to: folder.appending(path: sheet), atomically: true, encoding: .utf8)
}
try HoldChart().svg.write(to: folder.appending(path: "hold.svg"), atomically: true, encoding: .utf8)
let cues = try names.map { try ShippedCue(name: $0) }
for cue in cues where cue.name == "legend" {
    try Data(cue.picture.svg()).write(to: folder.appending(path: "audition.svg"))
}
var gallery = Gallery(title: "Kape")
for cue in cues { try gallery.add(cue.entry) }
try Data(gallery.html).write(to: URL(filePath: CommandLine.arguments[2]))

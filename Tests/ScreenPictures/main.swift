import Foundation
import ThudGames
import ThudScreens
import ThudTerminal
import ThudTextRaster

// Draws the pictures of the README from the very views that a terminal shows: screen-pictures FOLDER.

guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: screen-pictures FOLDER\n".utf8))
    exit(2)
}
let folder = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let letters = LetterCase(try Typeface.find())
let live = LiveAudition.grid(Size(columns: 100, rows: 30))
try GridPicture(grid: live).svg.write(
    to: folder.appending(path: "\(LiveAudition.name).svg"), atomically: true, encoding: .utf8)
for scene in Scene.all {
    var canvas = Canvas(Size(columns: 100, rows: 30), letters: letters)
    scene.draw(&canvas)
    try GridPicture(grid: canvas.grid).svg.write(
        to: folder.appending(path: "\(scene.name).svg"), atomically: true, encoding: .utf8)
}

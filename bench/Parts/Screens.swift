import ThudCore
import ThudTerminal

extension Part {
    /// The output to a terminal of 120 x 40 cells: no change, a line that counts down, another screen.
    static let screens = [
        screen("the same again", even: grid("a", first: "0:31"), odd: grid("a", first: "0:31")),
        screen("one line of it changed", even: grid("a", first: "0:31"), odd: grid("a", first: "0:30")),
        screen("all of it changed", even: grid("a", first: "0:31"), odd: grid("b", first: "0:30")),
    ]

    private static let frames = 60

    private static func screen(_ change: String, even: Grid, odd: Grid) -> Part {
        Part("FrameWriter, 120 x 40, \(change)", Double(frames), "frame") {
            var writer = FrameWriter(depth: .full)
            writer.isSynchronized = true
            _ = writer.frame(odd)
            return { for index in 0..<frames { use(writer.frame(index % 2 == 0 ? even : odd)) } }
        }
    }

    /// Returns a screen full of letters whose colours change from row to row, as in a round.
    private static func grid(_ letter: Character, first: String) -> Grid {
        let size = Size(columns: 120, rows: 40)
        var grid = Grid(size)
        for row in 0..<size.rows {
            let style = Style(row % 2 == 0 ? .white : Colour(0x39FF14), on: row % 8 == 0 ? Colour(0xC80032) : .black)
            grid.put(String(repeating: letter, count: size.columns), at: Position(column: 0, row: row), style)
        }
        grid.put(first, at: Position(column: 58, row: 20))
        return grid
    }
}

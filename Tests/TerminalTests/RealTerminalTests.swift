import TestTraits
import Testing
import ThudCore
import ThudTerminal
import ThudTestSupport

/// After the bytes of many frames, a terminal shows exactly the last grid.
@Suite(.live) struct RealTerminalTests {
    @Test(arguments: 0..<4)
    func `a terminal shows each of a series of random grids in every style, through every change of size`(
        seed: UInt64
    ) async throws {
        var generator = SeededGenerator(seed: seed)
        var writer = FrameWriter(depth: .full)
        writer.isSynchronized = seed % 2 == 0
        var grid = Grid(Size(columns: 48, rows: 14))
        try await FrameScreen.running(grid.size) { screen in
            for _ in 0..<25 {
                if generator.chance(0.12) {
                    grid = Grid(Size(columns: 20 + generator.index(below: 50), rows: 4 + generator.index(below: 16)))
                    try await screen.resize(to: grid.size)
                }
                grid.change(&generator)
                try screen.write(writer.frame(grid))
                try await expect(screen, shows: grid)
            }
        }
    }

    @Test(arguments: [ColourDepth.none, .sixteen, .indexed])
    func `a terminal with fewer colours shows the same text`(depth: ColourDepth) async throws {
        var generator = SeededGenerator(seed: 17)
        var writer = FrameWriter(depth: depth)
        var grid = Grid(Size(columns: 40, rows: 10))
        try await FrameScreen.running(grid.size) { screen in
            for _ in 0..<10 {
                grid.change(&generator)
                try screen.write(writer.frame(grid))
                try await poll("the text of the grid", within: .seconds(20)) {
                    text(of: try await screen.rows()) == grid.lines
                }
            }
        }
    }

    @Test func `after the writer is invalidated, it overwrites the output of others`() async throws {
        var writer = FrameWriter(depth: .full)
        var grid = Grid(Size(columns: 30, rows: 6))
        grid.put("漢字 and more", at: Position(column: 3, row: 2), Style(Colour(0x39FF14), on: Colour(0x200000)))
        try await FrameScreen.running(grid.size) { screen in
            try screen.write(writer.frame(grid))
            try await expect(screen, shows: grid)
            try screen.write(Array("\u{1B}[1;1H\u{1B}[41;7mrubbish\u{1B}[3;5Hrubbish".utf8))
            try await poll("rubbish", within: .seconds(20)) { text(of: try await screen.rows())[0] == "rubbish" }
            #expect(writer.frame(grid).isEmpty)
            writer.invalidate()
            try screen.write(writer.frame(grid))
            try await expect(screen, shows: grid)
        }
    }

    private func expect(_ screen: FrameScreen, shows grid: Grid) async throws {
        var difference = ""
        do {
            try await poll("the grid", within: .seconds(20)) {
                difference = self.difference(try await screen.rows(), grid)
                return difference.isEmpty
            }
        } catch {
            throw HarnessError(description: "\(difference)\n\(grid.lines.joined(separator: "\n"))")
        }
    }

    private func text(of rows: [[ShownCharacter]]) -> [String] {
        rows.dropLast().map { row in
            var line = String(row.map(\.character))
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// Describes the first position at which the terminal shows something else, empty if there is none.
    private func difference(_ rows: [[ShownCharacter]], _ grid: Grid) -> String {
        guard text(of: rows) == grid.lines else { return "Other text:\n\(text(of: rows).joined(separator: "\n"))" }
        for row in 0..<grid.size.rows {
            var column = 0
            // tmux does not report blanks at the end of a row.
            for shown in rows[row] {
                let position = Position(column: column, row: row)
                guard shown.looksLike(grid.character(at: position), grid.style(at: position)) else {
                    return "\(shown) at \(position) instead of \(grid.style(at: position))"
                }
                column += TextWidth.columns(of: shown.character)
            }
        }
        return ""
    }
}

import Testing
import ThudTerminal

@testable import ThudGameUI

@Suite struct FooterTests {
    private let footer = FooterView([
        ("n", Phrase("Redo"), .startAnew), ("t", Phrase("Tournament", "for all"), .tournament),
        ("s", Phrase("Settings"), .settings), ("q", Phrase("Leave"), .leave),
    ])

    private func drawn(
        columns: Int, rows: Int = 1, isGlossed: Bool = false, isEnglish: Bool = false
    ) -> (line: String, actions: [ShellAction]) {
        let size = Size(columns: columns, rows: rows)
        var canvas = Canvas(size, letters: LetterCase(), isGlossed: isGlossed, isEnglish: isEnglish)
        footer.draw(row: rows - 1, rows: rows, in: Area(size), on: &canvas)
        let lines = canvas.grid.lines.map { $0.split(separator: " ").joined(separator: " ") }
        return (lines.joined(separator: "|"), canvas.targets.map(\.action))
    }

    @Test func `with two rows the keys wrap before any is left out, and one row of keys is the lower one`() {
        let narrow = drawn(columns: 30, rows: 2)
        #expect(narrow.line == "n Redo t Tournament|s Settings q Leave")
        #expect(narrow.actions == [.startAnew, .tournament, .settings, .leave])
        #expect(drawn(columns: 60, rows: 2).line == "|n Redo t Tournament s Settings q Leave")
        // Narrow gaps come before a second row.
        #expect(drawn(columns: 41, rows: 2).line == "|n Redo t Tournament s Settings q Leave")
    }

    @Test func `keys in text wrap, and what has no room goes from the end, but never the way out`() {
        let keys = ["hold", "arrows", "new", "chart", "leave"]
        #expect(FooterView.lines(keys, columns: 80, rows: 1) == ["hold · arrows · new · chart · leave"])
        #expect(FooterView.lines(keys, columns: 22, rows: 2) == ["hold · arrows · new", "chart · leave"])
        // No key is left alone on the second row.
        #expect(FooterView.lines(keys, columns: 28, rows: 2) == ["hold · arrows · new", "chart · leave"])
        #expect(FooterView.lines(keys, columns: 22, rows: 1) == ["hold · arrows · leave"])
        #expect(FooterView.lines(keys, columns: 5, rows: 1) == ["leave"])
    }

    @Test func `keys that do not fit are left out, and the way out goes last`() {
        #expect(drawn(columns: 60).line == "n Redo t Tournament s Settings q Leave")
        #expect(drawn(columns: 60, isGlossed: true).line == "n Redo t Tournament · for all s Settings q Leave")
        #expect(drawn(columns: 50, isGlossed: true).line == "n Redo t Tournament s Settings q Leave")
        #expect(drawn(columns: 40).line == "n Redo t Tournament q Leave")
        #expect(drawn(columns: 20).line == "n Redo q Leave")
        #expect(drawn(columns: 20).actions == [.startAnew, .leave])
        #expect(drawn(columns: 8).line == "q Leave")
        // Before a key is left out, all of them move closer together.
        #expect(drawn(columns: 41).line == drawn(columns: 60).line)
        #expect(drawn(columns: 6).line.isEmpty && drawn(columns: 6).actions.isEmpty)
    }

    @Test(arguments: [60, 40, 30])
    func `the English words of a game with two languages stay English on a narrow screen`(columns: Int) {
        let line = drawn(columns: columns, isEnglish: true).line
        #expect(line.contains("t for all") && !line.contains("Tournament"), "\(line)")
    }
}

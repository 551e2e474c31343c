import Testing
import ThudCore
import ThudTerminal

@testable import ThudGameUI

/// What screens share: the room for rows and cards, glosses, and figures.
@Suite struct LayoutTests {
    @Test(arguments: [(0, 22), (1, 22), (2, 21), (4, 19)])
    func `reserved rows lie in the margin first`(reserved: Int, rows: Int) {
        let page = Size(columns: 80, rows: 24).page(reserving: reserved)
        #expect(page.row == 1 && page.rows == rows)
    }

    @Test func `the chosen card of a column takes the rows that remain`() {
        let area = Area(Size(columns: 60, rows: 16))
        let cards = CardGrid(3, selected: 1, in: area, smallest: Size(columns: 56, rows: 4), growth: 1).cards
        #expect(cards.map(\.area.row) == [0, 5, 11] && cards.map(\.area.rows) == [5, 6, 5])
    }

    @Test func `confetti leaves a column free on both sides of a wide letter`() {
        var grid = Grid(Size(columns: 9, rows: 1))
        grid.put("🦅", at: Position(column: 3, row: 0), .plain)
        #expect((1..<8).filter { Confetti.isFree(Position(column: $0, row: 0), grid) } == [1, 6, 7])
    }

    @Test func `a developer's line gives way to the start of the device's name`() {
        let metrics = DeveloperMetrics(["ten-letters", "short"], device: "loudspeakers: playing")
        #expect(
            [40, 20, 15].map(metrics.text(columns:)) == [
                "ten-letters · loudspeakers: playing", "ten-letters loudspe…", "short loudspea…",
            ])
    }

    @Test func `a row of right answers is green from three on, and golden from ten on`() {
        #expect([2, 3, 9, 10].map { RowOfRight($0).colour } == [.white, Neon.green, Neon.green, Neon.gold])
    }

    @Test func `a result lists the five best scores, and the latest one wherever it is`() {
        let rows = (0..<9).map { BoardRow(score: 90 - $0, player: nil, notes: "", day: "today", isLatest: $0 == 7) }
        let entries = ResultContent.List(best: rows, Theme()).entries
        #expect(entries.map { $0.prefix(4) } == ["1.  ", "2.  ", "3.  ", "4.  ", "5.  ", "▸ 8."])
    }

    @Test func `English words need no gloss`() {
        for (isEnglish, isGlossed) in [(true, false), (false, true)] {
            let canvas = Canvas(
                Size(columns: 80, rows: 24), letters: LetterCase(), isGlossed: true, isEnglish: isEnglish)
            #expect(canvas.isGlossed == isGlossed)
        }
    }

    @Test(arguments: [
        (0, "0", ShellWord.secondsLeft), (0.2, "1", .secondLeft), (1, "1", .secondLeft), (1.1, "2", .secondsLeft),
        (99, "99", .secondsLeft), (99.5, "1:40", .minutesLeft), (125, "2:05", .minutesLeft), (.nan, "0", .secondsLeft),
    ])
    func `a remaining time is rounded up, and is in minutes from 100 seconds on`(
        seconds: Double, text: String, word: ShellWord
    ) {
        #expect(Seconds.left(seconds) == text && Seconds.word(seconds) == word)
    }
}

import Testing
import ThudCore
import ThudInput
import ThudTerminal

@testable import ThudGameUI

@Suite struct KnobBoardTests {
    private func board(cues: Int = 6) -> KnobBoard {
        let knobs = ["+2 dB", "·", "·"].map { KnobBoard.Knob($0, isTurned: $0 != "·") }
        let rows = (0..<cues).map { KnobBoard.Row(name: "cue-\($0)", knobs: knobs) }
        let timing = KnobBoard.Row(name: "least time", knobs: [.init("1.00 s", isTurned: false)])
        return KnobBoard(titles: ["sound", "pitch", "haptics"], rows: rows + [timing])
    }

    private func lines(_ board: KnobBoard, columns: Int = 80, rows: Int = 5) -> [String] {
        let size = Size(columns: columns, rows: rows)
        var grid = Grid(size)
        KnobTable(board: board).draw(in: Area(size), on: &grid)
        return grid.lines
    }

    @Test func `one knob is always chosen, also at the edges and in a shorter row`() {
        var board = board()
        board.move(rows: -5, columns: -5)
        #expect(board.row == 0 && board.chosenColumn == 0)
        board.move(rows: 0, columns: 9)
        #expect(board.chosenColumn == 2)
        board.move(rows: 99, columns: 0)
        #expect(board.row == 6 && board.chosenColumn == 0)
        var empty = KnobBoard(titles: [], rows: [])
        empty.move(rows: 1, columns: 1)
        #expect(empty.row == 0 && empty.chosenColumn == 0)
    }

    @Test(arguments: 0..<7)
    func `the chosen row is always visible, and marked while the knobs have the keys`(row: Int) {
        var board = board()
        board.move(rows: row, columns: 0)
        #expect(lines(board).contains { $0.contains(board.rows[row].name) })
        #expect(!lines(board).contains { $0.contains("▸") })
        board.hasKeys = true
        let marked = lines(board).filter { $0.contains("▸") }
        #expect(marked.count == 1 && marked[0].contains(board.rows[row].name))
    }

    @Test func `a turned cue has a mark in addition to its colour`() {
        let cues = lines(board(), rows: 9)
        #expect(cues.filter { $0.contains("•") }.count == 6)
        #expect(cues.first { $0.contains("least time") }?.contains("•") == false)
    }

    @Test(arguments: [40, 60, 80, 120, 200])
    func `at every width the headings are above their knobs`(columns: Int) {
        let lines = lines(board(), columns: columns)
        #expect(lines[0].contains("sound") && lines[1].contains("+2 dB"))
        let (head, knob) = (lines[0].firstRange(of: "sound"), lines[1].firstRange(of: "+2 dB"))
        #expect(
            head.map { lines[0].distance(from: lines[0].startIndex, to: $0.lowerBound) }
                == knob.map { lines[1].distance(from: lines[1].startIndex, to: $0.lowerBound) })
    }

    @Test func `without a heading each knob has its title beside its value, and the last one all that is left`() {
        let rows = [
            ["onsets 0.3", "min-gap 30 ms", "parts both"], ["quietest 0.1", "reference full-scale"],
        ].map { texts in KnobBoard.Row(name: "row", knobs: texts.map { .init($0, isTurned: false) }) }
        var board = KnobBoard(titles: [], rows: rows)
        board.hasKeys = true
        let lines = lines(board, columns: 60, rows: 2)
        #expect(lines[0].contains("▸onsets 0.3 ") && lines[0].contains(" min-gap 30 ms") && lines[0].contains("both"))
        #expect(lines[1].contains("reference full-scale"))
        #expect(self.lines(board, columns: 60, rows: 1).first?.contains("onsets") == true)
    }

    @Test func `keys do what the legend says`() {
        #expect(KnobBoard.request(of: KeyEvent(.up)) == .choose(rows: -1, columns: 0))
        #expect(KnobBoard.request(of: KeyEvent(.right)) == .choose(rows: 0, columns: 1))
        #expect(KnobBoard.request(of: KeyEvent(.character("+"))) == .turn(1))
        #expect(KnobBoard.request(of: KeyEvent(.character("-"))) == .turn(-1))
        #expect(KnobBoard.request(of: KeyEvent(.character("0"))) == .restore)
        #expect(KnobBoard.request(of: KeyEvent(.character(" "))) == .hear)
        #expect(KnobBoard.request(of: KeyEvent(.character("s"))) == .save)
        #expect(KnobBoard.request(of: KeyEvent(.escape)) == .leave)
        #expect(KnobBoard.request(of: KeyEvent(.character("q"))) == nil)
    }
}

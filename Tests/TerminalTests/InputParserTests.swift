import Testing
import ThudInput
import ThudTerminal

@Suite struct InputParserTests {
    @Test(arguments: InputTable.rows)
    func `each sequence gives its event, and nothing of it is left over`(row: InputTable.Row) {
        var parser = InputParser()
        #expect(parser.take(row.bytes) == row.events)
        #expect(parser.timeout == nil)
        #expect(parser.take("j".utf8) == [.key("j")])
    }

    @Test(arguments: InputTable.rows)
    func `a sequence in two pieces gives the same as in one`(row: InputTable.Row) {
        for cut in 0...row.bytes.count {
            var parser = InputParser()
            let events = parser.take(row.bytes[..<cut]) + parser.take(row.bytes[cut...])
            #expect(events == row.events, "cut at \(cut)")
        }
    }

    @Test func `all sequences in a row, byte by byte, give all events in a row`() {
        var parser = InputParser()
        let events = InputTable.rows.flatMap(\.bytes).flatMap { parser.take([$0]) }
        #expect(events == InputTable.rows.flatMap(\.events))
    }

    @Test func `if the pointer reports pixels, each is a position within a cell`() throws {
        var parser = InputParser()
        parser.cell = CellSize(width: 10, height: 20)
        let events = parser.take("\u{1B}[<0;786;11M\u{1B}[<32;1;1M".utf8)
        let mice = events.compactMap { event -> PointerEvent? in
            if case .pointer(let pointer) = event { pointer } else { nil }
        }
        try #require(mice.count == 2 && mice.allSatisfy { $0.isExact })
        #expect(mice[0].position == Position(column: 78, row: 0))
        #expect([mice[0].point.column, mice[0].point.row] == [78.5, 0.5])
        #expect(mice[1].position == Position(column: 0, row: 0))
        #expect(mice[1].point == Point(x: 0, y: 0))
        let told = parser.take("\u{1B}[6;20;10t".utf8)
        #expect(told == [parser.cell].compactMap(\.self).map { InputEvent.report(.cell($0)) })
        parser.cell = nil
        #expect(parser.take("\u{1B}[<0;79;1M".utf8) == [.pointer(.down, .left, 78, 0)])
    }

    @Test func `a cell size must be at least one pixel and finite`() {
        #expect(CellSize(width: 0.5, height: 20) == nil)
        #expect(CellSize(width: 10, height: .infinity) == nil)
        #expect(CellSize(width: .nan, height: 20) == nil)
        #expect(CellSize(width: 9.6, height: 20) != nil)
    }

    @Test func `an escape byte waits, and after a silence it is the key`() {
        var parser = InputParser()
        #expect(parser.take([0x1B]) == [])
        #expect(parser.timeout == InputParser.escapeTimeout)
        #expect(parser.flush() == [.key(.escape)])
        #expect(parser.timeout == nil)
        #expect(parser.flush() == [])
        #expect(parser.take("j".utf8) == [.key("j")])
    }

    @Test func `escape twice is escape, and a second one that waits`() {
        var parser = InputParser()
        #expect(parser.take([0x1B, 0x1B]) == [.key(.escape)])
        #expect(parser.flush() == [.key(.escape)])
    }

    @Test(arguments: ["[", "O", "]", "P", "X", "^", "_"])
    func `alt with a key that could begin a sequence is that key after a silence`(opening: String) throws {
        var parser = InputParser()
        #expect(parser.take("\u{1B}\(opening)".utf8) == [])
        #expect(parser.timeout == InputParser.escapeTimeout)
        #expect(parser.flush() == [.key(try #require(opening.first), [.alt])])
        #expect(parser.take("j".utf8) == [.key("j")])
    }

    @Test(arguments: ["\u{1B}[1;", "\u{1B}[<0;1", "\u{1B}[M!", "\u{1B}]0;title", "\u{1B}Pdata", "\u{C3}"])
    func `a sequence whose end is lost means nothing and costs no key`(start: String) {
        var parser = InputParser()
        #expect(parser.take(start.unicodeScalars.map { UInt8($0.value) }) == [])
        #expect(parser.flush() == [])
        #expect(parser.take("j".utf8) == [.key("j")])
    }

    @Test func `of a long pasted line the first 256 characters are kept`() {
        var parser = InputParser()
        let events = parser.take("\u{1B}[200~\(String(repeating: "x", count: 300))\u{1B}[201~j".utf8)
        #expect(events == [.paste(String(repeating: "x", count: 256)), .key("j")])
    }

    @Test func `escape ends an unfinished string`() {
        var parser = InputParser()
        #expect(parser.take("\u{1B}]title jjj\u{1B}".utf8) == [])
        #expect(parser.flush() == [.key(.escape)])
        #expect(parser.take("j".utf8) == [.key("j")])
    }

    @Test func `a byte that belongs to no character is dropped alone`() {
        for wrong: [UInt8] in [
            [0xFF], [0x80], [0xC0], [0xC3], [0xE2, 0x82], [0xF5], [0xED, 0xA0, 0x80], [0xC0, 0x80],
        ] {
            var parser = InputParser()
            #expect(parser.take(wrong + Array("jë".utf8)) == [.key("j"), .key("ë")], "\(wrong)")
        }
    }
}

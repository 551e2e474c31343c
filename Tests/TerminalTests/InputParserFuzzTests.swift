import Testing
import ThudCore
import ThudTerminal

/// Random bytes, generated from seeds.
@Suite struct InputParserFuzzTests {
    private static let openings = [
        "\u{1B}", "\u{1B}[", "\u{1B}[<", "\u{1B}O", "\u{1B}]", "\u{1B}P", "\u{1B}[200~", "\u{1B}[M",
    ]
    .map { Array($0.utf8) }

    /// Returns sequences that are cut off, altered and mixed with random bytes.
    private func noise(_ generator: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<(1 + generator.index(below: 12)) {
            var piece: [UInt8]
            switch generator.index(below: 4) {
            case 0: piece = (0..<generator.index(below: 20)).map { _ in UInt8(generator.index(below: 256)) }
            case 1: piece = Self.openings[generator.index(below: Self.openings.count)]
            default: piece = InputTable.rows[generator.index(below: InputTable.rows.count)].bytes
            }
            if generator.chance(0.3) { piece = Array(piece.prefix(generator.index(below: piece.count + 1))) }
            if generator.chance(0.3), !piece.isEmpty {
                piece[generator.index(below: piece.count)] = UInt8(generator.index(below: 256))
            }
            bytes += piece
        }
        return bytes
    }

    @Test(arguments: 0..<8)
    func `after any noise and a silence, j is j`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var total = 0
        var parser = InputParser()
        while total < 60_000 {
            let bytes = noise(&generator)
            total += bytes.count
            let events = parser.take(bytes)
            // A byte completes two events at most: an escape before it, and its own.
            #expect(events.count <= 2 * bytes.count)
            let isIncomplete = parser.timeout != nil
            let flushed = parser.flush()
            #expect(flushed.count <= (isIncomplete ? 1 : 0))
            #expect(parser.timeout == nil)
            #expect(parser.take("j".utf8) == [.key("j")], "\(bytes)")
        }
    }

    @Test(arguments: 0..<4)
    func `noise means the same in any division`(seed: UInt64) {
        var generator = SeededGenerator(seed: 100 + seed)
        var whole = InputParser()
        var pieces = InputParser()
        for _ in 0..<500 {
            let bytes = noise(&generator)
            var events: [InputEvent] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = 1 + generator.index(below: 5)
                events += pieces.take(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(events == whole.take(bytes), "\(bytes)")
        }
    }

    @Test(arguments: ["\u{1B}[200~", "\u{1B}]", "\u{1B}P", "\u{1B}[", "\u{1B}O", "\u{C3}"])
    func `an endless sequence is not stored`(opening: String) {
        var parser = InputParser()
        #expect(parser.take(opening.utf8.dropLast(opening == "\u{C3}" ? 1 : 0)) == [])
        let flood = Array(repeating: UInt8(ascii: "1"), count: 200_000)
        _ = parser.take(flood)
        let held = Self.counts(in: parser)
        // The pending bytes and, for a paste, its line and the character that has begun.
        #expect(held.count == 3)
        #expect(held.allSatisfy { $0 <= 256 })
    }

    /// Returns the number of elements in each array that a value holds, as a mirror shows them.
    private static func counts(in value: Any) -> [Int] {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .collection { return [mirror.children.count] }
        return mirror.children.flatMap { counts(in: $0.value) }
    }

    @Test func `a paste of any length is one event, and nothing in it is a key`() {
        var generator = SeededGenerator(seed: 7)
        var parser = InputParser()
        var events = parser.take("\u{1B}[200~".utf8)
        for _ in 0..<500 {
            // No escape byte, because only that could begin the end of the paste.
            events += parser.take((0..<1_000).map { _ in UInt8(0x20 + generator.index(below: 0xE0)) })
        }
        #expect(events == [])
        #expect(parser.timeout == InputParser.pasteTimeout)
        let end = parser.take("\u{1B}[201~j".utf8)
        guard end.count == 2, case .paste(let line) = end[0] else { return #expect(Bool(false), "\(end)") }
        #expect(line.unicodeScalars.count <= 256)
        #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(end[1] == .key("j"))
    }

    @Test func `the parser keeps 256 scalars of a paste of a megabyte, and nothing of its later lines`() {
        var parser = InputParser()
        _ = parser.take("\u{1B}[200~".utf8)
        for _ in 0..<500 { _ = parser.take(String(repeating: "ë", count: 1_000).utf8) }
        #expect(Self.counts(in: parser).reduce(0, +) <= 256)
        #expect(parser.take("\u{1B}[201~".utf8) == [.paste(String(repeating: "ë", count: 256))])
        _ = parser.take("\u{1B}[200~Read\n".utf8)
        for _ in 0..<500 { _ = parser.take(String(repeating: "n", count: 1_000).utf8) }
        #expect(Self.counts(in: parser).reduce(0, +) <= 256)
        #expect(parser.take("\u{1B}[201~".utf8) == [.paste("Read")])
    }

    @Test func `a paste whose end is lost ends with the silence`() {
        var parser = InputParser()
        #expect(parser.take("\u{1B}[200~jjj\u{1B}[20".utf8) == [])
        #expect(parser.flush() == [.paste("jjj")])
        #expect(parser.take("j".utf8) == [.key("j")])
    }
}

import Testing
import ThudCore
import ThudCues

struct CueLineTests {
    /// Returns the requests in the lines of a text, as `TIME NAME` or `NAME`, and the errors among them.
    private func read(_ text: String) -> [String] {
        var reader = CueLineReader(file: "in")
        return told(reader.take(Array(text.utf8)[...]) + reader.finish())
    }

    private func told(_ results: [Result<CueLine, ThudError>]) -> [String] {
        results.map { result in
            switch result {
            case .success(let line):
                [line.delay.map { "\($0.seconds)" }, line.cue].compactMap(\.self).joined(separator: " ")
            case .failure(let error): "\(error)"
            }
        }
    }

    @Test func `a line is a name, with optional seconds before it and a comment after it`() {
        #expect(
            read("\u{FEFF}kape/correct\r\n\n  # nothing\n +0.250\tkape/tick # soon\n.5 a\n0 b\nc")
                == ["kape/correct", "0.25 kape/tick", "0.5 a", "0.0 b", "c"])
    }

    @Test func `each verb is read with its words`() throws {
        func verb(_ text: Substring) throws -> CueLine.Verb? { try CueLine(parsing: text, number: 1, file: "in")?.verb }
        #expect(try verb("a gain -20 as t") == .play("a", gain: 0.1, tag: "t"))
        #expect(try verb("a as t gain +0") == .play("a", gain: 1, tag: "t"))
        #expect(try verb("begin a as h") == .begin("a", tag: "h"))
        #expect(try verb("turn h pitch -0.5 over 0.2") == .turn(tag: "h", .pitch, to: -0.5, over: .seconds(0.2)))
        #expect(try verb("end h") == .end(tag: "h", fade: .zero))
        #expect(try verb("end h fade 300") == .end(tag: "h", fade: .seconds(300)))
        #expect(try verb("cancel t") == .cancel(tag: "t"))
        #expect(try verb("stop") == .stop && verb("names") == .names)
        let time = try CueLine(parsing: "@2305843009213693951 a", number: 1, file: "in")?.time
        #expect(time == .at(Instant(nanoseconds: 2_305_843_009_213_693_951)))
    }

    @Test func `small numbers may be written as programs write them`() throws {
        let line = try CueLine(parsing: "+25e-2 turn h pitch -5.0E-4 over 5e-05", number: 1, file: "in")
        #expect(line?.time == .after(.seconds(0.25)))
        #expect(line?.verb == .turn(tag: "h", .pitch, to: -0.0005, over: .seconds(0.00005)))
    }

    @Test func `an error about a line names the column of its cue or tag`() throws {
        for (text, column) in [("+1 a", 4), ("begin a as h", 7), ("turn h gain 1", 6), ("cancel t", 8), ("stop", 1)] {
            let line = try #require(try CueLine(parsing: text[...], number: 1, file: "in"))
            #expect(line.error("no", file: "in").place.column == column, "\(text)")
        }
    }

    @Test func `a name between double quotes may hold blanks and the sign of a comment`() {
        #expect(
            read("\"mine/Bell 1\" as t\n+0.1  \"c # d\"#e\n\"mine/end\"")
                == ["mine/Bell 1", "0.1 c # d", "mine/end"])
        #expect(read("\"a b\" c").first?.hasPrefix("in:1:7: expected the end of the line, found `c`") == true)
    }

    @Test func `a double quote between double quotes is written twice`() {
        #expect(
            read("\"5\"\" disc\" as \"a\"\"\"\na\"\"\n\"\"\"\"\n+1 \"\"\"a b\"")
                == ["5\" disc", "a\"\"", "\"", "1.0 \"a b"])
        #expect(read("\"a\"\" b\" c").first?.hasPrefix("in:1:9: expected the end of the line, found `c`") == true)
    }

    @Test func `a name that begins like a time is a name if it is quoted or has a slash`() {
        #expect(
            read("8bit/tap\n+0.1 8bit/tap\n\"-x/tap\"\n0 \"@home\"\n.5 .5/tap")
                == ["8bit/tap", "0.1 8bit/tap", "-x/tap", "0.0 @home", "0.5 .5/tap"])
        // A program that quotes every name must not stop all cues because one is called so.
        #expect(read("\"stop\"\n+1 \"names\" as t\n\"play\"") == ["stop", "1.0 names", "play"])
    }

    @Test(arguments: [
        ("\n 1.5", "in:2:2: expected a cue after the time"),
        ("-1 a", "in:1:1: expected seconds from 0 to 300, found `-1`"),
        ("++1 a", "in:1:1: expected seconds from 0 to 300, found `++1`"),
        ("+ a", "in:1:1: expected seconds from 0 to 300, found `+`"),
        ("300.01 a", "in:1:1: expected seconds from 0 to 300, found `300.01`"),
        ("1e2 a", "in:1:1: expected seconds from 0 to 300, found `1e2`"),
        ("1e-0x1 a", "in:1:1: expected seconds from 0 to 300, found `1e-0x1`"),
        ("0x10 a", "in:1:1: expected seconds from 0 to 300, found `0x10`"),
        ("a b", "in:1:3: expected the end of the line, found `b`; one cue a line"),
        ("+1 play a", "in:1:4: write the cue's name alone, without `play`"),
        ("0.5 a \u{1B}[2J", "in:1:7: expected the end of the line, found `\\u{1B}[2J`"),
        ("@-5 a", "in:1:1: expected nanoseconds of CLOCK_MONOTONIC after @, found `@-5`"),
        ("@2305843009213693952 a", "in:1:1: expected nanoseconds of CLOCK_MONOTONIC after @, found"),
        ("a as", "in:1:3: expected a tag after `as`"),
        ("a gain -61", "in:1:8: expected a number from -60 to 12, found `-61`"),
        ("a gain -+6", "in:1:8: expected a number from -60 to 12, found `-+6`"),
        ("a gain 1 gain 2", "in:1:10: expected the end of the line, found `gain`"),
        ("a as t as u", "in:1:8: expected the end of the line, found `as`"),
        ("a gain", "in:1:3: expected a number from -60 to 12, found the end of the line"),
        ("\"mine/Bell 1", "in:1:2: expected a closing double quote, found the end of the line"),
        ("a as \"b\"\"", "in:1:7: expected a closing double quote, found the end of the line"),
        ("\"", "in:1:2: expected a closing double quote, found the end of the line"),
        ("begin a", "in:1:1: expected `as TAG`"), ("begin a to h", "in:1:1: expected `as TAG`"),
        ("turn h loudness 1", "in:1:8: expected one of"), ("turn h", "in:1:1: expected one of"),
        ("turn h gain -0.1", "in:1:13: expected a number from 0 to 1, found `-0.1`"),
        ("end h fade 301", "in:1:12: expected seconds from 0 to 300 after `fade`, found `301`"),
        ("end h fade", "in:1:7: expected seconds from 0 to 300 after `fade`, found the end of the line"),
    ])
    func `an invalid line is reported with its place, and the next is read`(text: String, message: String) {
        let told = read(text + "\nkape/tick")
        #expect(told.count == 2 && told.last == "kape/tick")
        #expect(told.first?.hasPrefix(message) == true, "\(told)")
    }

    @Test func `a line that is too long is reported once, however long it is`() {
        let long = String(repeating: "x", count: 100_000)
        let sentence = "is longer than 1000 bytes; write one cue a line"
        #expect(read("a\n\(long)\nb\n\(long)") == ["a", "in:2: \(sentence)", "b", "in:4: \(sentence)"])
        let most = String(repeating: "x", count: CueLine.mostBytes)
        #expect(read(most) == [most])
    }

    @Test func `the lines do not depend on how their bytes arrive`() {
        let text = "\u{FEFF}kape/correct\n0.25 ë\n1 a b\n\(String(repeating: "x", count: 2_000))\nlast"
        for size in [1, 2, 3, 7, 999, 1_001] {
            var reader = CueLineReader(file: "in")
            let bytes = Array(text.utf8)
            let results = stride(from: 0, to: bytes.count, by: size)
                .flatMap { reader.take(bytes[$0..<min($0 + size, bytes.count)]) }
            #expect(told(results + reader.finish()) == read(text), "\(size) bytes at a time")
        }
    }

    @Test func `an unknown cue is reported with its place`() throws {
        let line = try #require(try CueLine(parsing: " +1 kape/none", number: 7, file: "in"))
        #expect("\(line.unknown(file: "in", among: []))".hasPrefix("in:7:5: unknown cue `kape/none`; "))
    }

    @Test func `a script is sorted by time, and equal times keep the order of lines`() throws {
        let script = try CueTimeline(parsing: Array("1 c\n0.5 b\na\n1 d\n".utf8), file: "in")
        #expect(script.entries.map(\.cue) == ["a", "b", "c", "d"])
        #expect(throws: ThudError.self) { try CueTimeline(parsing: Array("a\n1 b c\n".utf8), file: "in") }
        #expect(throws: ThudError.self) { try CueTimeline(parsing: Array("1 a\n@5 b\n".utf8), file: "in") }
        let long = String(repeating: "a\n", count: CueTimeline.mostEntries + 1)
        let error = #expect(throws: ThudError.self) { try CueTimeline(parsing: Array(long.utf8), file: "in") }
        #expect(error?.place.line == CueTimeline.mostEntries + 1)
    }
}

import Testing
import ThudCore
import ThudGameKit
import ThudInput
import ThudKape

@Suite struct InputScriptTests {
    private typealias Script = InputScript<KapeCommand>
    private static let reading = MotionSample(
        instant: Instant(nanoseconds: 0), acceleration: SIMD3(0, 1, 0), rotationRate: SIMD3(0, 0, 3))

    @Test func `lines are sorted by time, without comments and blank lines`() throws {
        let text = "# a round\n\n 6.5\ttilt-down # nod\r\n1 laugh\n6.5 tilt-up\n"
        let script = try Script(parsing: text, file: "round.txt")
        #expect(script.entries.map(\.command) == [.laugh, .tiltDown, .tiltUp])
        #expect(script.entries.map(\.time) == [.seconds(1), .seconds(6.5), .seconds(6.5)])
    }

    @Test func `an empty script is valid, and one of an hour`() throws {
        #expect(try Script(parsing: "3600 quit", file: "round.txt").entries.map(\.time) == [.seconds(3_600)])
        #expect(try Script(parsing: "", file: "round.txt").entries.isEmpty)
    }

    @Test func `a byte order mark is skipped, and columns start after it`() throws {
        #expect(try Script(parsing: "\u{FEFF}1 laugh\n", file: "round.txt").entries.map(\.command) == [.laugh])
        let error = #expect(throws: ThudError.self) { try Script(parsing: "\u{FEFF}1 nod", file: "round.txt") }
        #expect(error?.place.column == 3)
    }

    @Test func `every command can be written`() throws {
        let strokes = KapeAction.tilts.keys.flatMap { key in
            KeyEvent.Kind.allCases.map { KeyEvent(key, $0) }
        }
        let written: [(line: String, command: KapeCommand)] =
            [
                ("tilt-down", .tiltDown), ("tilt-up", .tiltUp), ("laugh", .laugh), ("jump", .jump), ("glitch", .glitch),
                ("motion 0 1 0 0 0 3", .action(.motion(Self.reading))), ("ready", .ready), ("pause", .pause),
                ("resume", .resume), ("interruption", .interruption), ("less-motion", .reduceMotion(true)),
                ("full-motion", .reduceMotion(false)), ("play-again", .playAgain), ("quit", .quit),
            ] + strokes.map { ("\($0.kind.rawValue) \($0.key.name)", .action(.key($0))) }
        let script = try Script(parsing: written.map { "1 \($0.line)\n" }.joined(), file: "round.txt")
        #expect(script.entries.map(\.command) == written.map(\.command))
        #expect(Set(written.map { String($0.line.prefix { $0 != " " }) }) == Set(KapeCommand.words))
    }

    @Test(arguments: [
        ("1 nod", "round.txt:1:3: unknown input `nod`; choose one of tilt-down, tilt-up, laugh"),
        ("\n  soon laugh", "round.txt:2:3: expected seconds from 0 to 3600, found `soon`; write `1.25 pause`"),
        ("-1 laugh", "round.txt:1:1: expected seconds from 0 to 3600, found `-1`"),
        ("nan laugh", "round.txt:1:1: expected seconds from 0 to 3600, found `nan`"),
        ("1e300 laugh", "round.txt:1:1: expected seconds from 0 to 3600, found `1e300`"),
        ("0x10 quit", "round.txt:1:1: expected seconds from 0 to 3600, found `0x10`"),
        ("1e2 quit", "round.txt:1:1: expected seconds from 0 to 3600, found `1e2`"),
        ("# x\n4", "round.txt:2:1: expected an input after the time: one of tilt-down"),
        ("4 motion 0 1", "round.txt:1:3: `motion` needs other arguments; write `motion AX AY AZ RX RY RZ`"),
        ("4 laugh 5 jump", "round.txt:1:9: expected the end of the line, found `5`; one input a line"),
    ])
    func `the error for a bad script names file, line, column and the right form`(text: String, message: String) {
        let error = #expect(throws: ThudError.self) { try Script(parsing: text, file: "round.txt") }
        #expect(error?.description.hasPrefix(message) == true)
    }

    @Test func `a script with too many lines is refused`() {
        let text = String(repeating: "1 laugh\n", count: Script.mostEntries + 1)
        let error = #expect(throws: ThudError.self) { try Script(parsing: text, file: "round.txt") }
        #expect(error?.place.line == Script.mostEntries + 1)
    }

    @Test func `a script of blanks alone is refused for its size`() {
        let text = String(repeating: " ", count: Script.mostBytes + 1)
        let error = #expect(throws: ThudError.self) { try Script(parsing: text, file: "round.txt") }
        #expect(error?.description.hasPrefix("round.txt: is larger than 16000000 bytes") == true)
    }

    @Test func `an error message contains no terminal commands`() {
        let error = #expect(throws: ThudError.self) { try Script(parsing: "1 \u{1B}[2J\u{9B}2J", file: "round.txt") }
        #expect(error?.message.hasPrefix("unknown input `\\u{1B}[2J\\u{9B}2J`") == true)
    }
}

import Testing
import ThudCore
import ThudInput

@testable import ThudTerminal

/// What a terminal sends beside keys: a lone escape, answers, pastes and pixels; and what is requested of it.
@Suite struct TerminalAnswerTests {
    private static func instant(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    @Test func `a lone escape byte is the key after a long enough silence`() {
        var input = TerminalInput()
        #expect(input.take([0x1B], at: Self.instant(0)) == [])
        #expect(input.nextDeadline == Self.instant(40))
        #expect(input.advance(to: Self.instant(39)) == [])
        #expect(input.take([], at: Self.instant(39)) == [], "nothing that is read changes nothing")
        #expect(
            input.advance(to: Self.instant(40)).map { TerminalInputTests.line($0, at: Self.instant(40)) } == [
                "40 + escape"
            ])
        // A loop that slept reads the rest before it concludes anything.
        _ = input.take([0x1B], at: Self.instant(1_000))
        let rest = input.take(Array("[A".utf8), at: Self.instant(1_200))
        #expect(rest.last.map { TerminalInputTests.line($0, at: Self.instant(1_200)) } == "1200 + up")
    }

    @Test(
        arguments: [
            ("\u{3}", .interrupt), ("\u{1B}[99;5u", .interrupt), ("\u{1B}[1089::99;5u", .interrupt),
            ("\u{1C}", .quit), ("\u{1B}[92;5u", .quit),
            ("\u{1A}", .stop), ("\u{1B}[122;5u", .stop), ("\u{C}", .redraw), ("\u{1B}[108;5:2u", .redraw),
        ] as [(String, ControlKey)])
    func `a key that acts on the whole program is no key of a game`(bytes: String, key: ControlKey) {
        var input = TerminalInput()
        #expect(input.take(Array(bytes.utf8), at: Self.instant(0)) == [.control(key)])
        #expect(input.nextDeadline == nil)
    }

    @Test(arguments: ["\u{1B}[O", "\u{1B}[200~Era\u{1B}[201~"])
    func `a doubtful press does not wait for the focus or a paste`(bytes: String) {
        var input = TerminalInput()
        _ = input.take(Array("j".utf8), at: Self.instant(0))
        _ = input.take(Array("j".utf8), at: Self.instant(500))
        let events = input.take(Array(bytes.utf8), at: Self.instant(510))
        #expect(
            events.count == 2
                && events.first.map { TerminalInputTests.line($0, at: Self.instant(510)) } == "510 =+ j @500")
    }

    @Test func `the pointer's pixels are requested once they and the cell size are known`() throws {
        var input = TerminalInput()
        let cell = try #require(CellSize(width: 10, height: 20))
        #expect(input.pointerRequest(cell) == nil)
        _ = input.take(Array("\u{1B}[?1016;2$y".utf8), at: Self.instant(0))
        #expect(input.pointerRequest(nil) == PointerRequest.cellSize)
        #expect(input.pointerRequest(cell) == PointerRequest.pixels)
        #expect(input.pointerRequest(cell) == nil)
        func pointer(at now: Int64) -> PointerEvent? {
            let events = input.take(Array("\u{1B}[<0;11;21M".utf8), at: Self.instant(now))
            if case .pointer(let pointer)? = events.first { return pointer }
            return nil
        }
        let exact = try #require(pointer(at: 7))
        #expect(exact.isExact && exact.point == Point(x: 10, y: 20) && exact.instant == Self.instant(7))
        input.leave()
        #expect(pointer(at: 8)?.position == Position(column: 10, row: 20))
    }

    @Test func `what the terminal has answered stays known, and only a change is reported`() {
        var input = TerminalInput()
        func reports(_ text: String) -> Int { input.take(Array(text.utf8), at: Self.instant(0)).count }
        #expect(!input.isLight && !input.hasSynchronizedUpdates)
        #expect(reports("\u{1B}]11;rgb:0000/0000/0000\u{7}") == 0)
        #expect(reports("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}\u{1B}[?997;2n\u{1B}[?2026;2$y") == 2)
        input.leave()
        #expect(input.isLight && input.hasSynchronizedUpdates)
    }

    @Test func `on a Greek keyboard the semicolon is q, once a letter has shown which keyboard it is`() {
        var input = TerminalInput()
        func commands(_ text: String, at milliseconds: Int64) -> [Key] {
            input.take(Array(text.utf8), at: Self.instant(milliseconds)).compactMap {
                if case .key(let key) = $0, key.kind == .press { key.inLatin.key } else { nil }
            }
        }
        #expect(commands(";", at: 0) == [.character(";")])
        #expect(commands("ξ:", at: 2_000) == [.character("j"), .character("Q")])
        #expect(commands(";1", at: 4_000) == [.character("q"), .character("1")])
        #expect(commands("j;", at: 6_000) == [.character("j"), .character(";")])
        // Two presses must not leave by accident, so the second is doubted.
        _ = commands("ξ;", at: 8_000)
        let second = input.take(Array(";".utf8), at: Self.instant(9_500)).compactMap {
            if case .key(let key) = $0, key.kind == .press { key.isCertain } else { nil }
        }
        #expect(second == [false])
    }

    @Test func `a key that was held while nobody read is not pressed again`() {
        var input = TerminalInput()
        func presses(_ text: String, at milliseconds: Int64) -> [Bool] {
            input.take(Array(text.utf8), at: Self.instant(milliseconds)).compactMap {
                if case .key(let key) = $0, key.kind != .release { key.isPress } else { nil }
            }
        }
        #expect(presses("\r", at: 0) == [true])
        #expect(presses("\r\r\r\r", at: 900) == [false, false, false, false])
        #expect(presses("\r", at: 930) == [false])
        #expect(presses("\r", at: 2_000) == [true])
        // Two presses can be typed ahead, and of other keys the first is a press.
        #expect(presses("\r\r", at: 4_000) == [true, true])
        #expect(presses("jjj", at: 6_000) == [true, false, false])
    }

    @Test func `other key reports are requested once`() {
        var input = TerminalInput()
        #expect(input.keyRequest(.text) == nil)
        #expect(input.keyRequest(.strokes) == "\u{1B}[=31u")
        #expect(input.keyRequest(.strokes) == nil)
        #expect(input.keyRequest(.text) == "\u{1B}[=5u")
        _ = input.keyRequest(.strokes)
        input.leave()
        #expect(input.keyRequest(.strokes) == "\u{1B}[=31u", "a terminal that was given back begins with text")
    }
}

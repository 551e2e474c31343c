import Testing
import ThudCore
import ThudGameUI
import ThudTerminal

/// A held key is one press, where the terminal calls each of its repeats another.
@Suite struct KeyStreamTests {
    private static let once = HeldKeysMeaning.once(switches: [.character("1")])

    /// Which of the presses of a key at these milliseconds count.
    private func counted(_ key: Key, at milliseconds: [Int64], _ held: HeldKeysMeaning = once) -> [Int64] {
        var streams = KeyStreams(held)
        return milliseconds.filter { instant in
            let event = streams.meaning(of: KeyEvent(key), at: Instant(nanoseconds: instant * 1_000_000))
            return event.kind == .press
        }
    }

    /// When the presses of a key come that is held for two seconds.
    private func stream(firstPause: Int64, gap: Int64) -> [Int64] {
        [0] + Array(stride(from: firstPause, through: 2_000, by: Int(gap)))
    }

    @Test(arguments: [(660, 40), (250, 33), (250, 92), (500, 25)] as [(Int64, Int64)])
    func `a switch ends as the first press left it, and anything else is done twice at the most`(
        pause: Int64, gap: Int64
    ) {
        let presses = stream(firstPause: pause, gap: gap)
        #expect(counted(.character("1"), at: presses) == [0, pause, pause + gap])
        #expect(counted(.character("p"), at: presses) == [0, pause, pause + gap])
        #expect(counted(.character("p"), at: presses, .each) == [0, pause, pause + gap])
        #expect(counted(.character("w"), at: presses) == [0, pause])
        #expect(counted(.character("w"), at: presses, .each) == presses)
        #expect(counted(.character("q"), at: presses) == presses, "leaving tells it by itself")
    }

    @Test func `what the game follows by itself comes as it is, beside keys that are marked`() {
        let presses = stream(firstPause: 500, gap: 40)
        let held = HeldKeysMeaning.once(switches: [], followed: [.character(" ")])
        #expect(counted(.character(" "), at: presses, held) == presses)
        #expect(counted(.enter, at: presses, held) == [0, 500])
    }

    @Test func `fingers press as often as they can, and two switches in a breath are two`() {
        #expect(counted(.character("w"), at: [0, 130, 260, 400]) == [0, 130, 260, 400])
        #expect(counted(.character("1"), at: [0, 20, 500, 520]) == [0, 20, 500, 520])
    }

    @Test func `another key or a release that was told ends a stream`() {
        var streams = KeyStreams(Self.once)
        func kind(_ key: Character, _ kind: KeyEvent.Kind = .press, at milliseconds: Int64) -> KeyEvent.Kind {
            let instant = Instant(nanoseconds: milliseconds * 1_000_000)
            return streams.meaning(of: KeyEvent(.character(key), kind), at: instant).kind
        }
        #expect(kind("w", at: 0) == .press && kind("d", at: 10) == .press && kind("w", at: 20) == .press)
        #expect(kind("w", at: 30) == .repeated)
        #expect(kind("w", .release, at: 40) == .release && kind("w", at: 50) == .press)
        #expect(kind("w", .repeated, at: 60) == .repeated)
    }
}

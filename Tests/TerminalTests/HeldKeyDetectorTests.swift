import Testing
import ThudCore
import ThudGameUI
import ThudTerminal

/// A held key is one press, where the terminal calls each of its repeats another.
@Suite struct KeyStreamTests {
    private static let once = HeldKeysMeaning.once(switches: [.character("1")])

    /// A keyboard whose presses a loop takes that sleeps until something is due.
    private struct Keyboard {
        private var streams: KeyStreams
        /// What has come of the keys, and when that was known.
        private(set) var told: [(key: TimedKey, at: Int64)] = []

        init(_ held: HeldKeysMeaning = KeyStreamTests.once) { streams = KeyStreams(held) }

        static func instant(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

        /// Lets time pass.
        mutating func pass(to milliseconds: Int64) {
            while let due = streams.nextDeadline, due < Self.instant(milliseconds) {
                let keys = streams.advance(to: due)
                told += keys.map { ($0, due.nanoseconds / 1_000_000) }
                guard !keys.isEmpty else { return }
            }
        }

        mutating func take(_ key: Key, _ kind: KeyEvent.Kind = .press, at milliseconds: Int64) {
            pass(to: milliseconds)
            told += streams.take(KeyEvent(key, kind), at: Self.instant(milliseconds)).map { ($0, milliseconds) }
        }

        mutating func take(_ key: Key, at milliseconds: [Int64]) {
            for instant in milliseconds { take(key, at: instant) }
        }

        mutating func settle(at milliseconds: Int64) { told += streams.settle().map { ($0, milliseconds) } }

        /// The milliseconds at which the presses came that count.
        var presses: [Int64] {
            told.filter { $0.key.event.kind == .press }.map { $0.key.instant.nanoseconds / 1_000_000 }
        }
    }

    /// Which of the presses of a key at these milliseconds count.
    private func counted(_ key: Key, at milliseconds: [Int64], _ held: HeldKeysMeaning = once) -> [Int64] {
        var keyboard = Keyboard(held)
        keyboard.take(key, at: milliseconds)
        keyboard.pass(to: 10_000)
        #expect(keyboard.told.count == milliseconds.count, "nothing is lost")
        return keyboard.presses
    }

    /// When the presses of a key come that is held for two seconds.
    private func stream(from start: Int64 = 0, firstPause: Int64, gap: Int64) -> [Int64] {
        [start] + stride(from: start + firstPause, through: start + 2_000, by: Int(gap)).map { Int64($0) }
    }

    private static let rates: [(Int64, Int64)] = [(660, 40), (250, 33), (250, 92), (500, 25)]

    @Test(arguments: rates)
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

    @Test(arguments: rates)
    func `once a hold of any key has shown the keyboard's delay, the next one is a single press`(
        pause: Int64, gap: Int64
    ) {
        for key in [Key.character("1"), .character("p"), .character("w")] {
            for taught in [Key.down, .character("q"), key] {
                var keyboard = Keyboard()
                keyboard.take(taught, at: stream(firstPause: pause, gap: gap))
                let before = keyboard.told.count
                // A keyboard is exact, and what lies between may not be.
                let second = stream(from: 5_000, firstPause: pause + 20, gap: gap)
                keyboard.take(key, at: second)
                #expect(keyboard.presses.filter { $0 >= 5_000 } == [5_000], "\(taught) and \(key)")
                #expect(keyboard.told.count - before == second.count, "the repeats walk through lists and names")
                #expect(keyboard.told.map(\.key.instant) == keyboard.told.map(\.key.instant).sorted())
            }
        }
    }

    @Test(arguments: [(500, 25), (500, 40), (250, 92)] as [(Int64, Int64)])
    func `a second press just then is given as it came, as soon as no repeat can follow`(pause: Int64, gap: Int64) {
        let patience: Int64 = gap == 92 ? 120 : 60
        var keyboard = Keyboard()
        keyboard.take(.down, at: stream(firstPause: pause, gap: gap))
        keyboard.take(.character("1"), at: [5_000, 5_000 + pause - 30])
        #expect(keyboard.presses.last == 5_000, "it is held back")
        keyboard.pass(to: 8_000)
        #expect(keyboard.presses.suffix(2) == [5_000, 5_000 + pause - 30])
        #expect(keyboard.told.last?.at == 5_000 + pause - 30 + patience)
        // And so is a third after the second.
        keyboard.take(.character("1"), at: [9_000, 9_000 + pause, 9_000 + 2 * pause])
        keyboard.pass(to: 12_000)
        #expect(keyboard.presses.suffix(3) == [9_000, 9_000 + pause, 9_000 + 2 * pause])
    }

    @Test func `any other press is given at once, and what comes after one that is held back does not overtake it`() {
        var keyboard = Keyboard()
        keyboard.take(.down, at: stream(firstPause: 500, gap: 33))
        keyboard.take(.character("1"), at: [5_000, 5_469, 6_000, 6_531, 7_100])
        #expect(keyboard.told.suffix(5).map(\.at) == [5_000, 5_469, 6_000, 6_531, 7_100])
        keyboard.take(.character("1"), at: 7_600)
        keyboard.take(.character("2"), at: 7_620)
        #expect(keyboard.presses.suffix(2) == [7_600, 7_620])
        keyboard.take(.character("1"), at: [8_000, 8_500])
        keyboard.settle(at: 8_510)
        #expect(keyboard.told.last?.at == 8_510 && keyboard.presses.last == 8_500)
        // With another key between it is no repeat.
        keyboard.take(.character("1"), at: 9_000)
        keyboard.take(.character("2"), at: 9_200)
        keyboard.take(.character("1"), at: 9_500)
        #expect(keyboard.told.last?.at == 9_500)
        // Nor where a release was told.
        keyboard.take(.character("1"), .release, at: 9_560)
        keyboard.take(.character("1"), at: 10_000)
        keyboard.take(.character("1"), .release, at: 10_060)
        keyboard.take(.character("1"), at: 10_500)
        #expect(keyboard.told.last?.at == 10_500 && keyboard.presses.last == 10_500)
        // Nor just so long after the last repeat of a hold.
        keyboard.take(.character("1"), at: [11_000, 11_033, 11_066, 11_566])
        #expect(keyboard.told.last?.at == 11_566)
    }

    @Test func `a repeat that comes too late to tell leaves a switch as the first press left it all the same`() {
        var keyboard = Keyboard()
        keyboard.take(.down, at: stream(firstPause: 500, gap: 33))
        keyboard.take(.character("1"), at: [5_000, 5_500, 5_590, 5_623, 5_656])
        #expect(keyboard.presses.suffix(3) == [5_000, 5_500, 5_590])
    }

    @Test func `what the game follows by itself comes as it is, beside keys that are marked`() {
        let presses = stream(firstPause: 500, gap: 40)
        let held = HeldKeysMeaning.once(switches: [], followed: [.character(" ")])
        #expect(counted(.character(" "), at: presses, held) == presses)
        #expect(counted(.enter, at: presses, held) == [0, 500])
        // At once, however much is known of the keyboard.
        let followed: [(Key, HeldKeysMeaning)] = [
            (.character(" "), held), (.character("q"), held), (.character("j"), .each),
        ]
        for (key, held) in followed {
            var keyboard = Keyboard(held)
            keyboard.take(.down, at: presses)
            keyboard.take(key, at: [5_000, 5_500])
            #expect(keyboard.told.last?.at == 5_500 && keyboard.presses.last == 5_500)
        }
    }

    @Test func `fingers press as often as they can, and two switches in a breath are two`() {
        #expect(counted(.character("w"), at: [0, 130, 260, 400]) == [0, 130, 260, 400])
        #expect(counted(.character("1"), at: [0, 20, 500, 520]) == [0, 20, 500, 520])
    }

    @Test func `another key or a release that was told ends a stream`() {
        var streams = KeyStreams(Self.once)
        func kind(_ key: Character, _ kind: KeyEvent.Kind = .press, at milliseconds: Int64) -> KeyEvent.Kind? {
            let instant = Instant(nanoseconds: milliseconds * 1_000_000)
            return streams.take(KeyEvent(.character(key), kind), at: instant).last?.event.kind
        }
        #expect(kind("w", at: 0) == .press && kind("d", at: 10) == .press && kind("w", at: 20) == .press)
        #expect(kind("w", at: 30) == .repeated)
        #expect(kind("w", .release, at: 40) == .release && kind("w", at: 50) == .press)
        #expect(kind("w", .repeated, at: 60) == .repeated)
    }
}

import Testing
import ThudCore
import ThudInput

/// A held key is one press, however its terminal reports repeats.
@Suite struct HeldKeyDetectorTests {
    @Test func `a letter in lower case is another key with the same instant, and other keys stay`() {
        var keyboard = Keyboard()
        keyboard.take(.character("Ë"), at: 1_000)
        keyboard.pass(to: 3_000)
        let small = keyboard.told.map(\.event.inLowerCase)
        #expect(!small.isEmpty && small.allSatisfy { $0.key == .character("ë") })
        #expect(small.map(\.instant) == keyboard.told.map(\.event.instant))
        let others = [KeyEvent(.character("q")), KeyEvent(.up, modifiers: .shift), KeyEvent(.character("漢"))]
        #expect(others.map(\.inLowerCase) == others)
        #expect(KeyEvent(.character("Q"), modifiers: .shift).inLowerCase == KeyEvent(.character("q")))
    }

    /// A keyboard, and an event loop that sleeps until something is due.
    private struct Keyboard {
        var detector: HeldKeyDetector
        /// The resulting events, and when each was reported.
        private(set) var told: [(event: KeyEvent, at: Int64)] = []

        init(careful: Set<Key> = []) { detector = HeldKeyDetector(careful: careful) }

        static func instant(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

        /// Advances the time.
        mutating func pass(to milliseconds: Int64) {
            while let due = detector.nextDeadline, due < Self.instant(milliseconds) {
                let events = detector.advance(to: due)
                told += events.map { ($0, due.nanoseconds / 1_000_000) }
                guard !events.isEmpty else { return }
            }
        }

        mutating func take(_ key: Key, _ kind: KeyEvent.Kind = .press, at milliseconds: Int64) {
            pass(to: milliseconds)
            told += detector.take(KeyEvent(key, kind), at: Self.instant(milliseconds)).map { ($0, milliseconds) }
        }

        mutating func take(_ key: Key, at milliseconds: [Int64]) {
            for instant in milliseconds { take(key, at: instant) }
        }

        mutating func settle(at milliseconds: Int64) { told += detector.settle().map { ($0, milliseconds) } }

        /// The times of the presses that count, in milliseconds.
        var presses: [Int64] { told.filter { $0.event.isPress }.map { $0.event.instant.nanoseconds / 1_000_000 } }
        /// The times at which a repeating key acts, in milliseconds.
        var strokes: [Int64] { told.filter { $0.event.isStroke }.map(\.at) }
        /// The times at which keys count as released, in milliseconds.
        var releases: [Int64] { told.filter { $0.event.kind == .release }.map(\.at) }
        /// The last event apart from releases.
        var last: (event: KeyEvent, at: Int64)? { told.last { $0.event.kind != .release } }
    }

    /// Returns which of the presses of a key at these times count, in milliseconds.
    private func counted(_ key: Key, at milliseconds: [Int64], careful: Set<Key> = []) -> [Int64] {
        var keyboard = Keyboard(careful: careful)
        keyboard.take(key, at: milliseconds)
        keyboard.pass(to: 10_000)
        #expect(keyboard.strokes == milliseconds, "each is told at once, and none is lost")
        return keyboard.presses
    }

    /// Returns the times of the presses of a key that is held for two seconds.
    private func stream(from start: Int64 = 0, firstPause: Int64, gap: Int64) -> [Int64] {
        [start] + stride(from: start + firstPause, through: start + 2_000, by: Int(gap)).map { Int64($0) }
    }

    private static let rates: [(Int64, Int64)] = [(660, 40), (250, 33), (250, 92), (500, 25)]

    @Test(arguments: rates)
    func `a held key is one press, and then repeats until none follows`(pause: Int64, gap: Int64) {
        let presses = stream(firstPause: pause, gap: gap)
        for key in [Key.character("1"), .character("p"), .down] {
            #expect(counted(key, at: presses) == [0])
            #expect(counted(key, at: presses, careful: [key]) == [0])
        }
        var keyboard = Keyboard()
        keyboard.take(.down, at: presses)
        keyboard.pass(to: 10_000)
        #expect(keyboard.releases == [(presses.last ?? 0) + 150])
        #expect(keyboard.told.map(\.event.instant) == keyboard.told.map(\.event.instant).sorted())
    }

    @Test(arguments: [(1_000, 40), (150, 30)] as [(Int64, Int64)])
    func `an implausible delay gives a few presses at most, and one for a careful key`(pause: Int64, gap: Int64) {
        let presses = stream(firstPause: pause, gap: gap)
        #expect(counted(.down, at: presses) == [0, pause, pause + gap])
        #expect(counted(.down, at: presses, careful: [.down]) == [0])
    }

    @Test(arguments: rates)
    func `once a hold of any key has shown the keyboard's delay, the next hold is a single press too`(
        pause: Int64, gap: Int64
    ) {
        for key in [Key.character("1"), .character("p"), .character("w")] {
            for taught in [Key.down, .character("q"), key] {
                var keyboard = Keyboard()
                keyboard.take(taught, at: stream(firstPause: pause, gap: gap))
                let before = keyboard.strokes.count
                // A keyboard is exact, but the path from it may not be.
                let second = stream(from: 5_000, firstPause: pause + 20, gap: gap)
                keyboard.take(key, at: second)
                #expect(keyboard.presses.filter { $0 >= 5_000 } == [5_000], "\(taught) and \(key)")
                #expect(keyboard.strokes.count - before == second.count, "the repeats walk through lists and names")
                #expect(keyboard.told.map(\.event.instant) == keyboard.told.map(\.event.instant).sorted())
            }
        }
    }

    @Test(arguments: [(500, 25), (500, 40), (250, 92)] as [(Int64, Int64)])
    func `a second press at the delay is confirmed once no repeat can follow`(pause: Int64, gap: Int64) {
        let patience: Int64 = gap == 92 ? 120 : 60
        var keyboard = Keyboard()
        keyboard.take(.down, at: stream(firstPause: pause, gap: gap))
        let second: Int64 = 5_000 + pause - 30
        keyboard.take(.character("1"), at: [5_000, second])
        #expect(keyboard.presses.last == 5_000)
        #expect(keyboard.last?.event.certainty == .doubted, "whoever must act in time has it")
        keyboard.pass(to: 5_600)
        #expect(keyboard.presses.suffix(2) == [5_000, second])
        #expect(keyboard.last?.at == second + patience)
        #expect(keyboard.last?.event.certainty == .settled)
        // So is a third one after the second.
        let three: [Int64] = (0..<3).map { 9_000 + $0 * pause }
        keyboard.take(.character("1"), at: three)
        keyboard.pass(to: 12_000)
        #expect(Array(keyboard.presses.suffix(3)) == three)
    }

    @Test func `while the delay is unknown, a second press settles after 150 ms and a later one is certain`() {
        for (second, known) in [(199, 199), (200, 350), (699, 849), (700, 700)] as [(Int64, Int64)] {
            var keyboard = Keyboard()
            keyboard.take(.enter, at: [0, second])
            keyboard.pass(to: 1_000)
            #expect(keyboard.presses == [0, second])
            #expect(keyboard.told.last { $0.event.isPress }?.at == known)
        }
    }

    @Test func `any other press is certain at once, and no later event overtakes a doubtful one`() {
        var keyboard = Keyboard()
        keyboard.take(.down, at: stream(firstPause: 500, gap: 33))
        keyboard.take(.character("1"), at: [5_000, 5_469, 6_000, 6_531, 7_100])
        #expect(keyboard.told.filter { $0.event.isPress }.suffix(5).map(\.at) == [5_000, 5_469, 6_000, 6_531, 7_100])
        keyboard.take(.character("1"), at: 7_600)
        keyboard.take(.character("2"), at: 7_620)
        #expect(keyboard.presses.suffix(2) == [7_600, 7_620])
        keyboard.take(.character("1"), at: [8_000, 8_500])
        keyboard.settle(at: 8_510)
        #expect(keyboard.told.last?.at == 8_510 && keyboard.presses.last == 8_500)
        // With another key in between it is no repeat.
        keyboard.take(.character("1"), at: 9_000)
        keyboard.take(.character("2"), at: 9_200)
        keyboard.take(.character("1"), at: 9_500)
        #expect(keyboard.told.last?.at == 9_500 && keyboard.presses.last == 9_500)
        // Nor is it one after a reported release.
        keyboard.take(.character("1"), .release, at: 9_560)
        keyboard.take(.character("1"), at: 10_000)
        keyboard.take(.character("1"), .release, at: 10_060)
        keyboard.take(.character("1"), at: 10_500)
        #expect(keyboard.told.last?.at == 10_500 && keyboard.presses.last == 10_500)
        // Nor is it one if it comes just that long after the last repeat of a hold.
        keyboard.take(.character("1"), at: [11_000, 11_033, 11_066, 11_566])
        #expect(keyboard.told.last?.at == 11_566 && keyboard.presses.last == 11_566)
    }

    @Test func `a repeat that comes too late leaves a switch as the first press left it`() {
        var keyboard = Keyboard()
        keyboard.take(.down, at: stream(firstPause: 500, gap: 33))
        keyboard.take(.character("1"), at: [5_000, 5_500, 5_590, 5_623, 5_656])
        #expect(keyboard.presses.suffix(3) == [5_000, 5_500, 5_590])
    }

    @Test func `fingers may press at any rate, and two quick switches count as two`() {
        #expect(counted(.character("w"), at: [0, 130, 260, 400]) == [0, 130, 260, 400])
        #expect(counted(.character("1"), at: [0, 20, 500, 520]) == [0, 20, 500, 520])
    }

    @Test func `another key or a reported release ends a stream`() {
        var keyboard = Keyboard()
        func kind(_ key: Character, _ kind: KeyEvent.Kind = .press, at milliseconds: Int64) -> KeyEvent.Kind? {
            keyboard.take(.character(key), kind, at: milliseconds)
            return keyboard.told.last?.event.kind
        }
        #expect(kind("w", at: 0) == .press && kind("d", at: 10) == .press && kind("w", at: 20) == .press)
        #expect(kind("w", at: 30) == .press && kind("w", at: 40) == .repeated)
        #expect(kind("w", .release, at: 50) == .release && kind("w", at: 60) == .press)
        #expect(kind("w", .repeated, at: 70) == .repeated)
    }

    @Test func `a release is awaited for keys that have reported one, and inferred from silence for others`() {
        var keyboard = Keyboard()
        keyboard.take(.space, at: 0)
        keyboard.pass(to: 5_000)
        #expect(keyboard.releases == [700] && keyboard.told.last?.event.isCertain == false)
        keyboard.take(.space, at: 6_000)
        keyboard.take(.space, .release, at: 6_100)
        keyboard.take(.space, at: 7_000)
        #expect(keyboard.told.last?.event.tellsRelease == true)
        keyboard.take(.space, .repeated, at: 7_500)
        keyboard.pass(to: 20_000)
        #expect(keyboard.releases == [700, 6_100])
        keyboard.take(.space, .release, at: 20_000)
        #expect(keyboard.told.last?.event.isCertain == true)
        // The keys now arrive only as text. A stream ends by silence, although releases were seen before.
        keyboard.take(.space, at: [21_000, 21_500, 21_530])
        keyboard.pass(to: 30_000)
        #expect(keyboard.releases.last == 21_680 && keyboard.presses.last == 21_000)
    }

    @Test func `reported repeats continue as text when the terminal switches to text`() {
        var keyboard = Keyboard()
        keyboard.take(.character("q"), at: 0)
        for repetition in Int64(0)..<10 { keyboard.take(.character("q"), .repeated, at: 500 + 30 * repetition) }
        keyboard.take(.character("q"), at: [800, 830, 860])
        #expect(keyboard.presses == [0])
    }

    @Test func `a key that was held while the terminal switched to text is pressed again later`() {
        var keyboard = Keyboard()
        // Its release is known to be reported.
        keyboard.take(.character("q"), at: 0)
        keyboard.take(.character("q"), .release, at: 100)
        keyboard.take(.character("q"), at: 1_000)
        keyboard.take(.character("q"), .repeated, at: 1_500)
        keyboard.detector.expectsReleases = false
        keyboard.take(.character("q"), at: [1_530, 1_560, 4_000])
        #expect(keyboard.presses == [0, 1_000, 4_000])
        #expect(keyboard.told.last?.event.tellsRelease == false)
    }

    @Test func `the release of a key that is held while releases cease to be reported is inferred`() {
        var keyboard = Keyboard()
        keyboard.take(.character("q"), at: 0)
        keyboard.take(.character("q"), .release, at: 100)
        keyboard.take(.character("q"), at: 1_000)
        keyboard.detector.expectsReleases = false
        keyboard.pass(to: 5_000)
        #expect(keyboard.releases == [100, 1_700])
    }

    @Test func `a key is found by its name`() {
        for name in ["f1", "f24", "space", "page-up", "ë", "-"] { #expect(Key(name: name)?.name == name) }
        for name in ["", "f0", "f25", "F1", "pageup"] { #expect(Key(name: name) == nil) }
    }

    @Test func `letters of Russian and Greek keyboards are commands by their places`() {
        let typed = "йЙсDψ[ъжщ".map { KeyEvent(.character($0)) }
        #expect(typed.map(\.inLatin.key) == "qQcDc[];o".map { Key.character($0) })
        #expect(typed[1].inLowerCase.key == .character("q"))
        #expect(Character("й").isOfOtherScript && !Character("ế").isOfOtherScript)
        #expect(["é", "ß", "ş", "1", "あ", "ع"].allSatisfy { KeyEvent(.character($0)).inLatin.key == .character($0) })
    }

    @Test func `judged events stay unchanged, and keys that are let go are forgotten`() {
        var keyboard = Keyboard()
        keyboard.take(.space, at: [0, 300])
        let doubted = keyboard.told[1].event
        // A command of a doubted press is given when the press is settled.
        var later = keyboard
        later.settle(at: 310)
        #expect(later.last?.event.commanded(by: Keyboard.instant(310)) == Keyboard.instant(310))
        #expect(doubted.commanded(by: Keyboard.instant(310)) == Keyboard.instant(300))
        var other = HeldKeyDetector()
        #expect(other.take(doubted, at: Keyboard.instant(900)) == [doubted] && other == HeldKeyDetector())
        var detector = keyboard.detector
        detector.letGo()
        #expect(detector.nextDeadline == nil)
        #expect(detector.take(KeyEvent(.space), at: Keyboard.instant(310)).map(\.isPress) == [true])
    }

    @Test func `of more keys than hands can hold, every press counts and sixteen are tracked`() {
        var keyboard = Keyboard()
        for (index, letter) in "abcdefghijklmnopqrstuvwxyz".enumerated() {
            keyboard.take(.character(letter), at: Int64(index))
        }
        keyboard.pass(to: 10_000)
        #expect(keyboard.presses.count == 26 && keyboard.releases.count == 16)
    }
}

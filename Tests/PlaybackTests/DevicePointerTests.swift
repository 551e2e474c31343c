import Testing
import ThudCore

@testable import ThudPlayback

/// What is learned about a card whose position moves with every frame, or in steps.
@Suite struct DevicePointerTests {
    private static let rate: Int64 = 48_000
    private static let start = Instant(nanoseconds: 7_000_000_000)

    /// A simulated card that plays from `start` on.
    private struct Card {
        /// How many frames the position moves at once.
        var step: Int64
        /// How many frames it plays during 1,000,000 of the computer's.
        var speed: Int64 = 1_000_000
        /// Frames between what the card has taken and what is heard.
        var behind: Int64 = 0

        /// By how many frames every second step is longer and the others are shorter.
        var unevenness: Int64 = 0

        /// Returns the frames actually played at an instant.
        func played(_ now: Instant) -> Int64 {
            (now - DevicePointerTests.start).frames(at: DevicePointerTests.rate) * speed / 1_000_000
        }

        func look(_ pointer: inout DevicePointer, _ now: Instant) {
            let played = played(now)
            let uneven = played / (2 * step) * (2 * step)
            let taken = played - uneven < step + unevenness ? uneven : uneven + step + unevenness
            pointer.observe(taken: taken, heard: taken - behind, at: now)
        }
    }

    /// Observes the card from its start as the audio thread does: twice per millisecond at first, then after refills.
    private func run(_ card: Card, seconds: Double, _ body: (DevicePointer, Instant) -> Void = { _, _ in })
        -> DevicePointer
    {
        var pointer = DevicePointer(sampleRate: Int(Self.rate))
        var now = Self.start
        while (now - Self.start).seconds < seconds {
            card.look(&pointer, now)
            body(pointer, now)
            let pause = pointer.isLearning ? Interval.microsecond * 500 : Interval(frames: 1024, at: Self.rate)
            // A thread wakes slightly late.
            now = pointer.nextLook(from: now + pause) + .microsecond * 20
        }
        return pointer
    }

    @Test func `a position that moves with every frame is exact, and its guard is at most a few milliseconds`() {
        let pointer = run(Card(step: 1), seconds: 3) { pointer, now in
            guard pointer.hasBegun else { return }
            #expect(abs(pointer.heard(at: now) - Card(step: 1).played(now)) <= 1)
        }
        #expect(!pointer.isLearning && pointer.doubt == 0)
        #expect(pointer.nextLook(from: Self.start) == Self.start, "every moment is as good as any other")
        #expect(pointer.guardFrames > 48 && pointer.guardFrames <= 96)
    }

    @Test(arguments: [64, 192, 256, 1024])
    func `a position that moves in steps gets a guard of one step`(step: Int) {
        let pointer = run(Card(step: Int64(step)), seconds: 3)
        #expect(pointer.guardFrames >= Int64(step) && pointer.guardFrames <= Int64(step) + 96)
        #expect(pointer.longestWay == pointer.guardFrames)
    }

    @Test(arguments: [999_900, 1_000_000, 1_000_100], [64, 192, 1024])
    func `between equal steps the heard frame is known to 0.2 ms, and the doubt covers the error`(
        speed: Int, step: Int
    ) {
        let card = Card(step: Int64(step), speed: Int64(speed))
        var worst: Int64 = 0
        let pointer = run(card, seconds: 60) { pointer, now in
            guard (now - Self.start).seconds > 2 else { return }
            // Both are truncated to whole frames.
            let error = abs(pointer.heard(at: now) - card.played(now))
            worst = max(worst, error)
            #expect(error <= pointer.doubt + 2)
        }
        #expect(worst <= 10 && pointer.doubt <= 10, "\(worst) frames off, \(pointer.doubt) in doubt")
    }

    @Test func `with uneven steps the doubt is the longest step`() {
        let card = Card(step: 512, unevenness: 100)
        var worst: Int64 = 0
        let pointer = run(card, seconds: 10) { pointer, now in
            guard (now - Self.start).seconds > 2 else { return }
            worst = max(worst, abs(pointer.heard(at: now) - card.played(now)))
        }
        #expect(pointer.doubt >= 512 && worst <= pointer.doubt, "\(worst) frames off, \(pointer.doubt) in doubt")
    }

    @Test func `a card that stood still between two looks is followed within half a second`() {
        let card = Card(step: 192)
        var pointer = run(card, seconds: 5)
        // It continues 10 ms late.
        var now = Self.start + .seconds(5.1)
        for _ in 0..<24 {
            let taken = card.played(now - .milliseconds(10)) / 192 * 192
            pointer.observe(taken: taken, heard: taken, at: now)
            now = pointer.nextLook(from: now + Interval(frames: 1024, at: Self.rate))
        }
        #expect(abs(pointer.heard(at: now) - card.played(now - .milliseconds(10))) <= 10)
    }

    @Test(arguments: [64, 192, 1024])
    func `while steps are being learned, the heard frame is not as old as the position`(step: Int) {
        let card = Card(step: Int64(step))
        _ = run(card, seconds: 0.2) { pointer, now in
            guard pointer.hasBegun else { return }
            #expect(abs(pointer.heard(at: now) - card.played(now)) <= 48, "\((now - Self.start).milliseconds) ms")
        }
    }

    @Test func `a device that is to be observed often keeps what is known of it`() {
        var pointer = run(Card(step: 1024), seconds: 1)
        let known = pointer.guardFrames
        pointer.lookOften()
        #expect(pointer.isLearning && pointer.guardFrames == known && pointer.doubt >= 1024)
    }

    @Test(arguments: [999_900, 1_000_100])
    func `a card with an inaccurate crystal is followed`(speed: Int) {
        let card = Card(step: 1, speed: Int64(speed))
        _ = run(card, seconds: 60) { pointer, now in
            guard pointer.hasBegun else { return }
            #expect(abs(pointer.heard(at: now) - card.played(now)) <= 2)
        }
    }

    @Test func `latency behind the card's own position counts towards a cue's latency`() throws {
        let pointer = run(Card(step: 1, behind: 300), seconds: 1)
        #expect(try #require(pointer.longestWay) - pointer.guardFrames == 300)
    }

    @Test func `a card that stood still lags afterwards, by no more than it stood still`() {
        var pointer = run(Card(step: 1), seconds: 1)
        let before = Self.start + .seconds(1)
        let after = Self.start + .seconds(2)
        pointer.observe(taken: 48_000, heard: 48_000, at: before)
        pointer.observe(taken: 48_000, heard: 48_000, at: after)
        #expect(abs(pointer.heard(at: after) - 48_000) <= 48)
    }

    @Test func `while nothing is known the guard is wide, and one late look changes nothing`() {
        var pointer = DevicePointer(sampleRate: Int(Self.rate))
        #expect(pointer.isLearning && !pointer.hasBegun && pointer.guardFrames == 256 && pointer.longestWay == nil)
        pointer = run(Card(step: 1), seconds: 1)
        let guardFrames = pointer.guardFrames
        // The thread was stopped between reading the position and reading the clock.
        pointer.observe(taken: 60_000, heard: 60_000, at: Self.start + .seconds(1.01))
        #expect(pointer.guardFrames == guardFrames)
    }
}

import Testing
import ThudCore

@testable import ThudPlayback

/// What is learnt of a card whose position moves with every frame, or in steps.
@Suite struct DevicePointerTests {
    private static let rate: Int64 = 48_000
    private static let start = Instant(nanoseconds: 7_000_000_000)

    /// A card of the tests, which plays from `start` on.
    private struct Card {
        /// Frames that it moves at once.
        var step: Int64
        /// Frames of its own in the time of 1,000,000 of the computer's.
        var speed: Int64 = 1_000_000
        /// Frames between what it has taken and what is heard.
        var behind: Int64 = 0

        /// Frames that it has truly played at an instant.
        func played(_ now: Instant) -> Int64 {
            (now - DevicePointerTests.start).frames(at: DevicePointerTests.rate) * speed / 1_000_000
        }

        func look(_ pointer: inout DevicePointer, _ now: Instant) {
            let taken = played(now) / step * step
            pointer.observe(taken: taken, heard: taken - behind, at: now)
        }
    }

    /// Looks at the card from its start on as the audio thread does: twice a millisecond at first, then after refills.
    private func run(_ card: Card, seconds: Double, _ body: (DevicePointer, Instant) -> Void = { _, _ in })
        -> DevicePointer
    {
        var pointer = DevicePointer(sampleRate: Int(Self.rate))
        var now = Self.start
        while (now - Self.start).seconds < seconds {
            card.look(&pointer, now)
            body(pointer, now)
            now = now + .microsecond * 500
            if !pointer.isLearning { now = now + Interval(frames: 1024 + pointer.dither, at: Self.rate) }
        }
        return pointer
    }

    @Test func `a position that moves with every frame is exact, and its guard is some milliseconds at the most`() {
        let pointer = run(Card(step: 1), seconds: 3) { pointer, now in
            guard pointer.hasBegun else { return }
            #expect(abs(pointer.heard(at: now) - Card(step: 1).played(now)) <= 1)
        }
        #expect(!pointer.isLearning && pointer.doubt == 0 && pointer.dither == 0)
        #expect(pointer.guardFrames > 48 && pointer.guardFrames <= 96)
    }

    @Test(arguments: [64, 192, 256, 1024])
    func `a position that moves in steps is left a step of room, and told as one in doubt`(step: Int) {
        let card = Card(step: Int64(step))
        let pointer = run(card, seconds: 3)
        #expect(pointer.guardFrames >= Int64(step) && pointer.guardFrames <= Int64(step) + 96)
        #expect(pointer.doubt >= Int64(step) && pointer.longestWay == pointer.guardFrames)
    }

    @Test(arguments: [192, 1024])
    func `between two steps what is heard is reckoned on from the last one`(step: Int) {
        let card = Card(step: Int64(step))
        var worst: Int64 = 0
        _ = run(card, seconds: 10) { pointer, now in
            guard (now - Self.start).seconds > 2 else { return }
            worst = max(worst, abs(pointer.heard(at: now) - card.played(now)))
        }
        #expect(worst <= 24, "half a millisecond, where the position that is told is up to \(step) frames old")
    }

    @Test(arguments: [64, 192, 1024])
    func `while the steps are learnt what is heard is not told as old as the position`(step: Int) {
        let card = Card(step: Int64(step))
        _ = run(card, seconds: 0.2) { pointer, now in
            guard pointer.hasBegun else { return }
            #expect(abs(pointer.heard(at: now) - card.played(now)) <= 48, "\((now - Self.start).milliseconds) ms")
        }
    }

    @Test func `a device that is to be looked at often keeps what is known of it`() {
        var pointer = run(Card(step: 1024), seconds: 1)
        let known = (pointer.guardFrames, pointer.doubt)
        pointer.lookOften()
        #expect(pointer.isLearning && (pointer.guardFrames, pointer.doubt) == known)
    }

    @Test(arguments: [999_900, 1_000_100])
    func `a card whose crystal is off is followed`(speed: Int) {
        let card = Card(step: 1, speed: Int64(speed))
        _ = run(card, seconds: 60) { pointer, now in
            guard pointer.hasBegun else { return }
            #expect(abs(pointer.heard(at: now) - card.played(now)) <= 2)
        }
    }

    @Test func `what lies behind the card's own position counts for the way of a cue`() throws {
        let pointer = run(Card(step: 1, behind: 300), seconds: 1)
        #expect(try #require(pointer.longestWay) - pointer.guardFrames == 300)
    }

    @Test func `a card that stood still is behind from then on, by no more than it stood still`() {
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
        // The thread was stopped between the reading and the clock's.
        pointer.observe(taken: 60_000, heard: 60_000, at: Self.start + .seconds(1.01))
        #expect(pointer.guardFrames == guardFrames)
    }
}

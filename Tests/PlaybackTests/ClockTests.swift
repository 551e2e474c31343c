import Testing
import ThudCore

@testable import ThudPlayback

@Suite struct ClockTests {
    private func tracker() -> ClockTracker {
        ClockTracker(clock: StreamClock(frame: .zero, instant: Instant(nanoseconds: 0), sampleRate: 48_000))
    }

    @Test func `the first reading is taken as true`() {
        var tracker = tracker()
        _ = tracker.learn(frame: Frame(480), leaves: Instant(nanoseconds: 700_000_000))
        #expect(tracker.clock.instant(of: Frame(480)) == Instant(nanoseconds: 700_000_000))
        #expect(tracker.clock.instant(of: Frame(960)) == Instant(nanoseconds: 710_000_000))
    }

    @Test func `a stream of one frame a second is followed like any other`() {
        let clock = StreamClock(frame: .zero, instant: Instant(nanoseconds: 0), sampleRate: 1)
        var tracker = ClockTracker(clock: clock)
        for frame in 1...3 as ClosedRange<Int64> {
            _ = tracker.learn(frame: Frame(frame), leaves: Instant(nanoseconds: frame * 1_000_000_000))
        }
        #expect(tracker.clock.instant(of: Frame(4)) == Instant(nanoseconds: 4_000_000_000))
    }

    @Test func `jitter is averaged out`() {
        var tracker = tracker()
        _ = tracker.learn(frame: .zero, leaves: Instant(nanoseconds: 0))
        for cycle in 1...2000 {
            let jitter: Int64 = cycle % 2 == 0 ? 200_000 : -200_000
            let frame = Frame(Int64(cycle * 48))
            _ = tracker.learn(frame: frame, leaves: Instant(nanoseconds: Int64(cycle) * 1_000_000 + jitter))
        }
        let error = tracker.clock.instant(of: Frame(48_000 * 2)) - Instant(nanoseconds: 2_000_000_000)
        #expect(error.nanoseconds.magnitude < 10_000)
    }

    @Test func `a reading long after the one before corrects half of the error, and no more`() {
        var tracker = tracker()
        _ = tracker.learn(frame: .zero, leaves: Instant(nanoseconds: 0))
        _ = tracker.learn(frame: Frame(96_000), leaves: Instant(nanoseconds: 2_000_500_000))
        #expect(tracker.clock.instant(of: Frame(96_000)) == Instant(nanoseconds: 2_000_250_000))
    }

    @Test func `one outlier is ignored, and four in a row show how far the stream fell behind`() {
        var tracker = tracker()
        _ = tracker.learn(frame: .zero, leaves: Instant(nanoseconds: 0))
        let wild = Instant(nanoseconds: 2_700_000)
        let answers = (0..<4).map { _ in tracker.learn(frame: .zero, leaves: wild) }
        #expect(answers == [.zero, .zero, .zero, Interval(nanoseconds: 2_700_000)])
        // The clock does not change: what was missed will be skipped.
        #expect(tracker.clock.instant(of: .zero) == Instant(nanoseconds: 0))
    }

    /// PulseAudio's plugin extrapolates the delay, and may be wrong by a hundredth of the time.
    @Test(arguments: [0, 60_000_000] as [Int64])
    func `a delay that grows although a short queue is filled in time is no standstill`(pause: Int64) {
        var tracker = tracker()
        var behind = Interval.zero
        for write in 0..<40 as Range<Int64> {
            let stoodStill = write < 20 ? 0 : pause
            let written = Instant(nanoseconds: write * 64_000_000 + stoodStill)
            let leaves = written + Interval(nanoseconds: 200_000_000 + write * 1_500_000)
            behind = behind + tracker.learn(frame: Frame(write * 3072), leaves: leaves, written: written)
            if behind > .zero { break }
        }
        // What was missed in a real standstill is reported, together with what the delay has drifted in the meantime.
        #expect((pause...pause + pause / 5).contains(behind.nanoseconds))
        #expect(tracker.approaches == 0)
    }

    @Test func `a stream that has come nearer is believed, because nothing was missed`() {
        var tracker = tracker()
        _ = tracker.learn(frame: .zero, leaves: Instant(nanoseconds: 0))
        let near = Instant(nanoseconds: -2_700_000)
        for _ in 0..<4 { #expect(tracker.learn(frame: .zero, leaves: near) == .zero) }
        #expect(tracker.clock.instant(of: .zero) == near)
        #expect(tracker.approaches == 1, "predictions made before were wrong, and somebody has to say so")
    }

    @Test func `the published clock is read whole`() {
        let first = StreamClock(frame: .zero, instant: Instant(nanoseconds: 789), sampleRate: 48_000)
        let published = PublishedClock(first)
        #expect(published.read() == first)
        let clock = StreamClock(frame: Frame(123), instant: Instant(nanoseconds: 456), sampleRate: 48_000)
        published.publish(clock)
        #expect(published.read() == clock)
    }
}

@Suite struct XrunHistoryTests {
    /// Returns which of the underruns at these milliseconds count as a streak.
    private func streaks(_ times: [Int64], forgettingAt: Int? = nil) -> [Bool] {
        var history = XrunHistory()
        return times.enumerated().map { index, time in
            if index == forgettingAt { history.forget() }
            return history.isStreak(with: Instant(nanoseconds: time * 1_000_000))
        }
    }

    @Test func `three underruns are tolerated, and the fourth within two seconds is a streak`() {
        #expect(streaks([0, 600, 1200, 1999]) == [false, false, false, true])
    }

    @Test func `underruns further apart are not a streak`() {
        #expect(streaks([0, 700, 1400, 2000, 2701, 3401]).allSatisfy { !$0 })
    }

    @Test func `a streak lasts as long as underruns continue`() {
        #expect(streaks([0, 1, 2, 3, 4, 5]) == [false, false, false, true, true, true])
    }

    @Test func `forgotten underruns do not count`() {
        #expect(streaks([0, 1, 2, 3, 4, 5, 6], forgettingAt: 3) == [false, false, false, false, false, false, true])
    }

    @Test func `a clock that began long before the test counts the same`() {
        #expect(streaks([-5000, -4000, -3500, -3001]) == [false, false, false, true])
    }
}

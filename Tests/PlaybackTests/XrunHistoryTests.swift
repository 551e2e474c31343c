import Testing
import ThudCore

@testable import ThudPlayback

@Suite struct XrunHistoryTests {
    /// Which of the underruns at these milliseconds are found to be a streak.
    private func streaks(_ times: [Int64], forgettingAt: Int? = nil) -> [Bool] {
        var history = XrunHistory()
        return times.enumerated().map { index, time in
            if index == forgettingAt { history.forget() }
            return history.isStreak(with: Instant(nanoseconds: time * 1_000_000))
        }
    }

    @Test func `three underruns are borne, the fourth within two seconds is a streak`() {
        #expect(streaks([0, 600, 1200, 1999]) == [false, false, false, true])
    }

    @Test func `underruns further apart are none`() {
        #expect(streaks([0, 700, 1400, 2000, 2701, 3401]).allSatisfy { !$0 })
    }

    @Test func `a streak goes on for as long as they come`() {
        #expect(streaks([0, 1, 2, 3, 4, 5]) == [false, false, false, true, true, true])
    }

    @Test func `what is forgotten does not count`() {
        #expect(streaks([0, 1, 2, 3, 4, 5, 6], forgettingAt: 3) == [false, false, false, false, false, false, true])
    }

    @Test func `a clock that began long before the epoch of the test counts alike`() {
        #expect(streaks([-5000, -4000, -3500, -3001]) == [false, false, false, true])
    }
}

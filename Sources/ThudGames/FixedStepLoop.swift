public import ThudCore

/// When a loop of fixed steps is due: the k-th step at exactly start + k / rate, without rounding that adds up.
///
/// A loop that comes late runs the steps it missed, but never more than a few: the rest is skipped and counted, so that
/// a slow machine falls behind in steps rather than ever further in time.
public struct FixedStepLoop: Hashable, Sendable {
    /// When step 0 is due.
    public let start: Instant
    /// Steps a second; 60 for a game.
    public let rate: Int64
    /// How many missed steps are run at once at most: 5, a twelfth of a second at 60 Hz.
    public let mostAtOnce: Int64
    /// How many steps have been run.
    public private(set) var run: Int64 = 0
    /// How many steps have been skipped.
    public private(set) var skipped: Int64 = 0

    /// A loop of `rate` steps a second from `start` on; a rate or limit below 1 counts as 1.
    public init(start: Instant, rate: Int64 = 60, mostAtOnce: Int64 = 5) {
        self.start = start
        self.rate = max(rate, 1)
        self.mostAtOnce = max(mostAtOnce, 1)
    }

    /// When the next step is due.
    public var nextDeadline: Instant { deadline(of: run + skipped) }

    /// Skips what is too long overdue at `now`.
    public mutating func skipBacklog(at now: Instant) {
        guard now >= start else { return }
        let passed = (now - start).nanoseconds
        let second: Int64 = 1_000_000_000
        // Steps 0, 1, ... of which the last is due at or before now; whole seconds apart, so that nothing overflows.
        let dueSteps = passed / second * rate + (passed % second * rate) / second + 1
        skipped += max(0, dueSteps - run - skipped - mostAtOnce)
    }

    /// Runs the next step, due or not, and tells when it was due.
    public mutating func step() -> Instant {
        defer { run += 1 }
        return nextDeadline
    }

    private func deadline(of step: Int64) -> Instant {
        let second: Int64 = 1_000_000_000
        return start + Interval(nanoseconds: step / rate * second + (step % rate * second + rate - 1) / rate)
    }
}

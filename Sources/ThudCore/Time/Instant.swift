import CThudSystem

/// A point on CLOCK_MONOTONIC, the one clock of the whole program.
///
/// Pure code receives instants as values; only shells ask `now()`.
@frozen
public struct Instant: Hashable, Comparable, Sendable {
    /// Nanoseconds since the clock's arbitrary start.
    public var nanoseconds: Int64

    /// The instant `nanoseconds` after the clock's start.
    @inlinable @_noLocks
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The present instant. Real-time safe.
    @inlinable @_noLocks @_noAllocation
    public static func now() -> Instant { Instant(nanoseconds: thud_monotonic_ns()) }

    /// Earlier than.
    @inlinable @_noLocks
    public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

    /// The instant `b` later.
    @inlinable @_noLocks
    public static func + (a: Instant, b: Interval) -> Instant {
        Instant(nanoseconds: a.nanoseconds + b.nanoseconds)
    }

    /// The instant `b` earlier.
    @inlinable @_noLocks
    public static func - (a: Instant, b: Interval) -> Instant {
        Instant(nanoseconds: a.nanoseconds - b.nanoseconds)
    }

    /// The time from `b` to `a`.
    @inlinable @_noLocks
    public static func - (a: Instant, b: Instant) -> Interval {
        Interval(nanoseconds: a.nanoseconds - b.nanoseconds)
    }
}

/// A length of time in whole nanoseconds; may be negative.
@frozen
public struct Interval: Hashable, Comparable, Sendable {
    /// The length in nanoseconds.
    public var nanoseconds: Int64

    /// An interval of `nanoseconds`.
    @inlinable @_noLocks
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// No time at all.
    public static var zero: Interval { Interval(nanoseconds: 0) }

    /// An interval of whole milliseconds.
    @inlinable
    public static func milliseconds(_ count: Int64) -> Interval { Interval(nanoseconds: count * 1_000_000) }

    /// An interval of seconds, rounded to the nearest nanosecond.
    ///
    /// - Precondition: `count` is finite and within ±292 years, which is what an `Int64` of nanoseconds holds.
    public static func seconds(_ count: Double) -> Interval {
        Interval(nanoseconds: Int64((count * 1e9).rounded()))
    }

    /// The length in seconds.
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    /// The length in milliseconds.
    public var milliseconds: Double { Double(nanoseconds) / 1e6 }

    /// Shorter than.
    @inlinable
    public static func < (a: Interval, b: Interval) -> Bool { a.nanoseconds < b.nanoseconds }

    /// Sum.
    @inlinable
    public static func + (a: Interval, b: Interval) -> Interval {
        Interval(nanoseconds: a.nanoseconds + b.nanoseconds)
    }

    /// Difference.
    @inlinable
    public static func - (a: Interval, b: Interval) -> Interval {
        Interval(nanoseconds: a.nanoseconds - b.nanoseconds)
    }

    /// A multiple.
    @inlinable
    public static func * (a: Interval, count: Int64) -> Interval { Interval(nanoseconds: a.nanoseconds * count) }
}

import CThudSystem

/// A point on CLOCK_MONOTONIC, the only clock that Thud uses.
///
/// Pure code receives instants as values; only the outer layers call `now()`. A sum or difference that a 64-bit count
/// of nanoseconds cannot hold becomes its largest or smallest value, so that no instant from outside traps.
@frozen
public struct Instant: Hashable, Comparable, Sendable {
    /// Nanoseconds since the clock's arbitrary start.
    public var nanoseconds: Int64

    /// Creates the instant `nanoseconds` after the clock's start.
    @inlinable @_noLocks
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Returns the current instant. Real-time safe.
    @inlinable @_noLocks @_noAllocation
    public static func now() -> Instant { Instant(nanoseconds: thud_monotonic_ns()) }

    /// Whether `a` is earlier than `b`.
    @inlinable @_noLocks
    public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

    /// Returns the instant `b` later.
    @inlinable @_noLocks
    public static func + (a: Instant, b: Interval) -> Instant {
        Instant(nanoseconds: Interval.sum(a.nanoseconds, b.nanoseconds))
    }

    /// Returns the instant `b` earlier.
    @inlinable @_noLocks
    public static func - (a: Instant, b: Interval) -> Instant {
        Instant(nanoseconds: Interval.difference(a.nanoseconds, b.nanoseconds))
    }

    /// Returns the time from `b` to `a`.
    @inlinable @_noLocks
    public static func - (a: Instant, b: Instant) -> Interval {
        Interval(nanoseconds: Interval.difference(a.nanoseconds, b.nanoseconds))
    }

    /// Returns the earlier of two instants. Nil means never.
    @inlinable @_noLocks
    public static func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
        guard let a, let b else { return a ?? b }
        return a < b ? a : b
    }
}

/// A length of time in whole nanoseconds; may be negative. A length that a 64-bit count cannot hold becomes its largest
/// or smallest value, and one that is no number becomes zero, so that a game's division by zero does not trap here.
@frozen
public struct Interval: Hashable, Comparable, Sendable {
    /// The length in nanoseconds.
    public var nanoseconds: Int64

    /// Creates an interval of `nanoseconds`.
    @inlinable @_noLocks
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// An interval of 0 ns.
    @inlinable
    public static var zero: Interval {
        @_noLocks get { Interval(nanoseconds: 0) }
    }

    /// Creates the length of `frames` frames at `rate` frames per second, rounded down to whole nanoseconds.
    ///
    /// Whole seconds are split off first, so that no product overflows in a stream of up to 292 years.
    @inlinable @_noLocks
    public init(frames: Int64, at rate: Int64) {
        let (seconds, rest) = Interval.floored(frames, by: rate)
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        nanoseconds = Interval.sum(overflows ? (frames < 0 ? .min : .max) : whole, rest * 1_000_000_000 / rate)
    }

    /// Returns the number of frames at `rate` frames per second that cover the interval, rounded up.
    @inlinable @_noLocks
    public func frames(at rate: Int64) -> Int64 {
        let (seconds, rest) = Interval.floored(nanoseconds, by: 1_000_000_000)
        return seconds * rate + (rest * rate + 999_999_999) / 1_000_000_000
    }

    @inlinable @_noLocks
    static func sum(_ a: Int64, _ b: Int64) -> Int64 {
        let (sum, overflows) = a.addingReportingOverflow(b)
        return overflows ? (b < 0 ? .min : .max) : sum
    }

    @inlinable @_noLocks
    static func difference(_ a: Int64, _ b: Int64) -> Int64 {
        let (difference, overflows) = a.subtractingReportingOverflow(b)
        return overflows ? (b < 0 ? .max : .min) : difference
    }

    /// Returns the quotient, rounded towards negative infinity, and the remainder.
    @inlinable @_noLocks
    static func floored(_ value: Int64, by divisor: Int64) -> (quotient: Int64, rest: Int64) {
        let (quotient, rest) = (value / divisor, value % divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }

    /// One nanosecond, the resolution of intervals.
    public static var nanosecond: Interval { Interval(nanoseconds: 1) }
    /// One microsecond.
    public static var microsecond: Interval { Interval(nanoseconds: 1000) }

    /// Returns an interval of whole milliseconds.
    @inlinable
    public static func milliseconds(_ count: Int64) -> Interval { Interval(nanoseconds: 1_000_000) * count }

    /// Returns an interval of seconds, rounded to the nearest nanosecond.
    public static func seconds(_ count: Double) -> Interval {
        let nearest = Int64(exactly: (count * 1e9).rounded())
        return Interval(nanoseconds: nearest ?? (count.isNaN ? 0 : count < 0 ? .min : .max))
    }

    /// The length in seconds.
    public var seconds: Double { Double(nanoseconds) / 1e9 }
    /// The length in milliseconds.
    public var milliseconds: Double { Double(nanoseconds) / 1e6 }

    /// Whether `a` is shorter than `b`.
    @inlinable @_noLocks
    public static func < (a: Interval, b: Interval) -> Bool { a.nanoseconds < b.nanoseconds }

    /// Returns the sum of two intervals.
    @inlinable
    public static func + (a: Interval, b: Interval) -> Interval {
        Interval(nanoseconds: sum(a.nanoseconds, b.nanoseconds))
    }

    /// Returns the difference of two intervals.
    @inlinable
    public static func - (a: Interval, b: Interval) -> Interval {
        Interval(nanoseconds: difference(a.nanoseconds, b.nanoseconds))
    }

    /// Returns a multiple of an interval.
    @inlinable
    public static func * (a: Interval, count: Int64) -> Interval {
        let (product, overflows) = a.nanoseconds.multipliedReportingOverflow(by: count)
        return Interval(nanoseconds: overflows ? (a.nanoseconds < 0) == (count < 0) ? .max : .min : product)
    }
}

extension Instant: CustomStringConvertible {
    /// The seconds since the clock's start, for example `1234.567890 s`.
    public var description: String { "\(Decimals.fixed(Double(nanoseconds) / 1e9, 6)) s" }
}

extension Interval: CustomStringConvertible {
    /// The length in milliseconds below a second, else in seconds: `12.3 ms`, `2.5 s`.
    public var description: String {
        nanoseconds.magnitude < 1_000_000_000
            ? "\(Decimals.short(milliseconds, atMost: 3)) ms" : "\(Decimals.short(seconds, atMost: 3)) s"
    }
}

/// Instants and intervals are encoded as whole nanoseconds. Decoded values lie within 2^61 ns (73 years) of zero, so
/// that the sum of two never traps, even in hostile input.
extension Instant: Codable {
    /// Decodes an instant.
    ///
    /// - Throws: `DecodingError` if it is more than 2^61 ns away from the clock's start.
    public init(from decoder: any Decoder) throws { self.init(nanoseconds: try Interval(from: decoder).nanoseconds) }

    /// Encodes the instant as whole nanoseconds.
    public func encode(to encoder: any Encoder) throws { try Interval(nanoseconds: nanoseconds).encode(to: encoder) }
}

extension Interval: Codable {
    /// The longest interval that is decoded.
    private static let longestRead: Int64 = 1 << 61

    /// Decodes an interval.
    ///
    /// - Throws: `DecodingError` if it is longer than 2^61 ns.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let nanoseconds = try value.decode(Int64.self)
        guard (-Self.longestRead...Self.longestRead).contains(nanoseconds) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "a time has at most 2^61 nanoseconds")
        }
        self.init(nanoseconds: nanoseconds)
    }

    /// Encodes the interval as whole nanoseconds.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(nanoseconds)
    }
}

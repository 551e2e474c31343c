/// Ties the frames of a stream to CLOCK_MONOTONIC: one anchor and a rate.
///
/// `instant(of:)` says when a frame leaves the output; `frame(at:)` says which frame that instant falls on.
@frozen
public struct StreamClock: Hashable, Sendable {
    /// A frame whose output instant is known.
    public var anchorFrame: Frame
    /// When `anchorFrame` leaves the output.
    public var anchorInstant: Instant
    /// Frames a second.
    public var sampleRate: Int64

    /// A clock at `sampleRate` frames a second on which `frame` leaves the output at `instant`.
    @inlinable @_noLocks
    public init(frame: Frame, instant: Instant, sampleRate: Int64) {
        self.anchorFrame = frame
        self.anchorInstant = instant
        self.sampleRate = sampleRate
    }

    /// When `frame` leaves the output, to the nearest nanosecond below.
    @inlinable @_noLocks
    public func instant(of frame: Frame) -> Instant {
        anchorInstant + Interval(nanoseconds: StreamClock.nanoseconds(frames: frame - anchorFrame, at: sampleRate))
    }

    /// The first frame that leaves the output at `instant` or later.
    @inlinable @_noLocks
    public func frame(at instant: Instant) -> Frame {
        anchorFrame + StreamClock.frames(nanoseconds: (instant - anchorInstant).nanoseconds, at: sampleRate)
    }

    /// The length of `frames` frames in nanoseconds, rounded down.
    ///
    /// Whole seconds are split off first, so that no product overflows within a stream of 292 years.
    @inlinable @_noLocks
    public static func nanoseconds(frames: Int64, at rate: Int64) -> Int64 {
        let seconds = floored(frames, by: rate)
        let rest = frames - seconds * rate
        return seconds * 1_000_000_000 + rest * 1_000_000_000 / rate
    }

    /// The number of frames that cover `nanoseconds`, rounded up.
    @inlinable @_noLocks
    public static func frames(nanoseconds: Int64, at rate: Int64) -> Int64 {
        let seconds = floored(nanoseconds, by: 1_000_000_000)
        let rest = nanoseconds - seconds * 1_000_000_000
        return seconds * rate + (rest * rate + 999_999_999) / 1_000_000_000
    }

    @inlinable @_noLocks
    static func floored(_ value: Int64, by divisor: Int64) -> Int64 {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }
}

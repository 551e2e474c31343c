/// Relates the frames of a stream to CLOCK_MONOTONIC by one anchor and a rate.
///
/// `instant(of:)` returns when a frame leaves the output; `frame(at:)` returns the frame at an instant.
@frozen
public struct StreamClock: Hashable, Sendable {
    /// A frame whose output instant is known.
    public var anchorFrame: Frame
    /// When `anchorFrame` leaves the output.
    public var anchorInstant: Instant
    /// The sample rate in frames per second.
    public var sampleRate: Int64

    /// Creates a clock at `sampleRate` frames per second on which `frame` leaves the output at `instant`.
    @inlinable @_noLocks
    public init(frame: Frame, instant: Instant, sampleRate: Int64) {
        self.anchorFrame = frame
        self.anchorInstant = instant
        self.sampleRate = sampleRate
    }

    /// Returns when `frame` leaves the output, rounded down to a whole nanosecond.
    @inlinable @_noLocks
    public func instant(of frame: Frame) -> Instant {
        anchorInstant + Interval(frames: frame - anchorFrame, at: sampleRate)
    }

    /// Returns the first frame that leaves the output at `instant` or later.
    @inlinable @_noLocks
    public func frame(at instant: Instant) -> Frame { anchorFrame + (instant - anchorInstant).frames(at: sampleRate) }
}

/// A position in the output stream, counted in sample frames from the stream's first frame.
///
/// Frames never stop and never repeat. Frames that a lost device could not play are skipped, not shifted.
@frozen
public struct Frame: Hashable, Comparable, Sendable {
    /// The number of frames since the stream began.
    public var index: Int64

    /// Creates the frame `index` frames after the start of the stream.
    @inlinable @_noLocks
    public init(_ index: Int64) { self.index = index }

    /// The first frame of a stream.
    @inlinable
    public static var zero: Frame {
        @_noLocks get { Frame(0) }
    }

    /// A frame that never comes.
    @inlinable
    public static var never: Frame {
        @_noLocks get { Frame(.max) }
    }

    /// Whether both are the same frame.
    @inlinable @_noLocks
    public static func == (a: Frame, b: Frame) -> Bool { a.index == b.index }

    /// Whether `a` is earlier than `b`.
    @inlinable @_noLocks
    public static func < (a: Frame, b: Frame) -> Bool { a.index < b.index }

    /// Returns the frame `count` frames later.
    @inlinable @_noLocks
    public static func + (a: Frame, count: Int64) -> Frame { Frame(a.index + count) }

    /// Returns the frame `count` frames earlier.
    @inlinable @_noLocks
    public static func - (a: Frame, count: Int64) -> Frame { Frame(a.index - count) }

    /// Returns the number of frames from `b` to `a`.
    @inlinable @_noLocks
    public static func - (a: Frame, b: Frame) -> Int64 { a.index - b.index }
}

/// A position in the output stream, counted in sample frames from the stream's first frame.
///
/// Frames never stop and never repeat: what a lost device could not play is skipped, not shifted.
@frozen
public struct Frame: Hashable, Comparable, Sendable {
    /// The number of frames since the stream began.
    public var index: Int64

    /// The frame `index` frames after the stream began.
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

    /// The same frame.
    @inlinable @_noLocks
    public static func == (a: Frame, b: Frame) -> Bool { a.index == b.index }

    /// Earlier than.
    @inlinable @_noLocks
    public static func < (a: Frame, b: Frame) -> Bool { a.index < b.index }

    /// The frame `count` frames later.
    @inlinable @_noLocks
    public static func + (a: Frame, count: Int64) -> Frame { Frame(a.index + count) }

    /// The frame `count` frames earlier.
    @inlinable @_noLocks
    public static func - (a: Frame, count: Int64) -> Frame { Frame(a.index - count) }

    /// The number of frames from `b` to `a`.
    @inlinable @_noLocks
    public static func - (a: Frame, b: Frame) -> Int64 { a.index - b.index }
}

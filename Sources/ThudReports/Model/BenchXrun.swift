import ThudCore

/// One time that the device ran dry.
public struct BenchXrun: Hashable, Sendable {
    /// When it was noticed.
    public var instant: Instant
    /// Frames that fell into the gap and were never heard, 0 or more.
    public var framesLost: Int

    /// An xrun.
    public init(at instant: Instant, framesLost: Int) {
        self.instant = instant
        self.framesLost = framesLost
    }
}

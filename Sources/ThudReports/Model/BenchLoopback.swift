import ThudCore

/// Where the captured output came from.
public struct BenchLoopback: Hashable, Sendable {
    /// What the capture path adds between output and capture.
    public enum PathDelay: Hashable, Sendable {
        /// So much, which has been taken off the measured instants.
        case known(Interval)
        /// It could not be told, for this reason: the measured instants are late by it.
        case unknown(reason: String)
    }

    /// The source, in words: `the monitor of bench-sink through PipeWire`.
    public var source: String
    /// The capture path's own delay.
    public var pathDelay: PathDelay
    /// What came of the self-test, where one was made.
    public var selfTest: BenchSelfTest?

    /// A capture source.
    public init(source: String, pathDelay: PathDelay, selfTest: BenchSelfTest? = nil) {
        self.source = source
        self.pathDelay = pathDelay
        self.selfTest = selfTest
    }
}

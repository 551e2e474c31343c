import Timebase

/// Whether the bench found delays that it had put in itself: it proves itself before it judges the engine.
public struct BenchSelfTest: Hashable, Sendable {
    /// Cues that were delayed on purpose.
    public var delayed: Int
    /// Those of them whose delay was found to within one sample.
    public var found: Int
    /// The largest difference between a delay put in and the delay found; nil where none was found.
    public var worstError: Interval?

    /// A self-test's result.
    public init(delayed: Int, found: Int, worstError: Interval? = nil) {
        self.delayed = delayed
        self.found = found
        self.worstError = worstError
    }

    /// All were found.
    public var passes: Bool { delayed > 0 && found == delayed }
}

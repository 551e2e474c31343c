import ThudCore

/// Whether the bench found delays that it had put in itself: it proves itself before it judges the engine.
public struct BenchSelfTest: Hashable, Sendable {
    /// Cues that were delayed on purpose.
    public var delayed: Int
    /// Those of them whose delay was found to within one sample.
    public var found: Int
    /// Those that were not found because a missed cycle tore them or what lies before them.
    public var torn: Int
    /// The largest difference between a delay put in and the delay found, of those that were not torn; nil where none was
    /// found.
    public var worstError: Interval?

    /// A self-test's result.
    public init(delayed: Int, found: Int, torn: Int = 0, worstError: Interval? = nil) {
        self.delayed = delayed
        self.found = found
        self.torn = torn
        self.worstError = worstError
    }

    /// All were found but for a few that were torn: never more than were found.
    public var passes: Bool { found > 0 && found + torn == delayed && torn <= found }
}

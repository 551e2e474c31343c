import ThudCore

/// What only the first time costs, kept apart from the warm cues.
public struct BenchCold: Hashable, Sendable {
    /// One length of time, and how its end is known.
    public struct Length: Hashable, Sendable {
        /// How long.
        public var length: Interval
        /// Up to the captured output; else up to the predicted one.
        public var isMeasured: Bool

        /// A length of time.
        public init(_ length: Interval, isMeasured: Bool) {
            self.length = length
            self.isMeasured = isMeasured
        }
    }

    /// From the start of the process to the first sample at the output.
    public var startToFirstOutput: Length?
    /// From trigger to output for the first cue after the output had been idle.
    public var firstCueAfterIdle: Length?

    /// Cold figures; nil is not known.
    public init(startToFirstOutput: Length? = nil, firstCueAfterIdle: Length? = nil) {
        self.startToFirstOutput = startToFirstOutput
        self.firstCueAfterIdle = firstCueAfterIdle
    }
}

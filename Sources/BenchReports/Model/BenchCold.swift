import Timebase

/// What only the first time costs, kept apart from the warm cues.
public struct BenchCold: Hashable, Sendable {
    /// From the start of the process to the first sample at the output.
    public var startToFirstOutput: Interval?
    /// From trigger to output for the first cue after the output had been idle.
    public var firstCueAfterIdle: Interval?

    /// Cold figures; nil is not measured.
    public init(startToFirstOutput: Interval? = nil, firstCueAfterIdle: Interval? = nil) {
        self.startToFirstOutput = startToFirstOutput
        self.firstCueAfterIdle = firstCueAfterIdle
    }
}

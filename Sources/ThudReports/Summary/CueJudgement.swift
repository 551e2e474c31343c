import ThudCore

/// One cue held to the budget.
public struct CueJudgement: Hashable, Sendable {
    /// What the judgement rests on.
    public enum Basis: String, Sendable {
        /// The captured output.
        case measured
        /// The engine's prediction: nothing was captured, or the capture was not sure.
        case predicted
        /// Nothing: the cue never came out, or nobody knows when.
        case nothing
    }

    /// The cue.
    public let cue: BenchCue
    /// What the judgement rests on.
    public let basis: Basis
    /// From the trigger to the output; nil where the basis is nothing.
    public let latency: Interval?
    /// It came within the budget. What nobody knows is not within it.
    public let isWithin: Bool
    /// There was a capture, and it did not hold this cue for certain.
    public let isUnsure: Bool

    /// Judges a cue of a run with or without a capture.
    init(_ cue: BenchCue, budget: Interval, isCaptured: Bool) {
        self.cue = cue
        isUnsure = isCaptured && cue.measuredLatency == nil
        if let measured = cue.measuredLatency {
            basis = .measured
            latency = measured
        } else if let predicted = cue.predictedLatency {
            basis = .predicted
            latency = predicted
        } else {
            basis = .nothing
            latency = nil
        }
        isWithin = latency.map { $0 <= budget } ?? false
    }
}

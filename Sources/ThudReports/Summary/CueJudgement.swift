import ThudCore

/// One cue held to the budget.
package struct CueJudgement: Hashable, Sendable {
    /// The evidence for a judgement.
    package enum Basis: String, Sendable {
        case measured
        /// None: what is known to have happened explains why the capture does not hold the cue.
        case torn
        /// None: nobody knows whether or when the cue came out.
        case unknown
        /// The engine's prediction, where nothing was captured.
        case predicted
        /// None: the cue never came out, as the engine itself says.
        case nothing
    }

    package let cue: BenchCue
    package let basis: Basis
    /// From the trigger to the output; nil where there is no evidence.
    package let latency: Interval?
    /// Whether it came within the budget. A cue of unknown latency did not.
    package let isWithin: Bool

    /// Whether there was a capture that does not hold this cue for certain.
    package var isUnsure: Bool { basis == .torn || basis == .unknown }

    /// Judges a cue of a run with or without a capture. A prediction is never evidence where there was a capture.
    init(_ cue: BenchCue, budget: Interval, isCaptured: Bool) {
        self.cue = cue
        if !cue.outcome.isHeard {
            (basis, latency) = (.nothing, nil)
        } else if let measured = cue.measuredLatency {
            (basis, latency) = (.measured, measured)
        } else if isCaptured {
            (basis, latency) = (cue.doubt?.isTear == true ? .torn : .unknown, nil)
        } else {
            latency = cue.predictedLatency
            basis = latency == nil ? .nothing : .predicted
        }
        isWithin = latency.map { $0 <= budget } ?? false
    }
}

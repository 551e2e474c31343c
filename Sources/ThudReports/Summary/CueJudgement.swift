import ThudCore

package struct CueJudgement: Hashable, Sendable {
    package enum Basis: String, Sendable {
        case measured
        /// No evidence: a known event explains why the capture does not hold the cue.
        case torn
        /// No evidence: it is unknown whether or when the cue came out.
        case unknown
        /// The engine's prediction, if nothing was captured.
        case predicted
        /// No evidence: the engine itself reports that the cue never came out.
        case nothing
    }

    package let cue: BenchCue
    package let basis: Basis
    /// The time from the trigger to the output; nil without evidence.
    package let latency: Interval?
    /// Whether the cue kept the budget. A cue of unknown latency did not.
    package let isWithin: Bool

    /// Whether a capture exists but does not hold this cue for certain.
    var isUnsure: Bool { basis == .torn || basis == .unknown }

    /// Judges a cue. With a capture, a prediction is never evidence.
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

import ThudCore

/// The summary of a run: the histogram of each segment of the latency, and each cue's judgement by the budget.
public struct BenchSummary: Sendable {
    /// The run.
    public let run: BenchRun
    /// Each cue's judgement, in the order of the run.
    public let judgements: [CueJudgement]
    /// The latencies by which the cues were judged; nil where there are none.
    public let latency: DurationHistogram?
    private let segments: [LatencySegment: DurationHistogram]

    /// Sums up a run. Takes time in proportion to the cues and the logarithm of their number.
    public init(_ run: BenchRun) {
        self.run = run
        judgements = run.cues.map { CueJudgement($0, budget: run.budget, isCaptured: run.loopback != nil) }
        let latencies = DurationHistogram(judgements.compactMap(\.latency))
        latency = latencies.isEmpty ? nil : latencies
        segments = Dictionary(uniqueKeysWithValues: LatencySegment.allCases.map { ($0, $0.histogram(in: run)) })
            .filter { !$0.value.isEmpty }
    }

    /// The histogram of a segment; nil where nothing of it was noted.
    public subscript(segment: LatencySegment) -> DurationHistogram? { segments[segment] }

    /// Cues that came out after the budget.
    public var late: [CueJudgement] { judgements.filter { $0.latency != nil && !$0.isWithin } }
    /// Cues for which neither a measurement nor a prediction says that they came out.
    public var unheard: [CueJudgement] { judgements.filter { $0.latency == nil } }
    /// Cues that the capture did not hold for certain.
    public var unsure: [CueJudgement] { judgements.filter(\.isUnsure) }
    /// How many cues were judged by the captured output.
    public var measuredCount: Int { judgements.count { $0.basis == .measured } }
    /// How many cues were judged by the engine's prediction.
    public var predictedCount: Int { judgements.count { $0.basis == .predicted } }

    /// The verdict.
    public var verdict: BenchVerdict { BenchVerdict(self) }

    /// The distribution of the judged latency as HdrHistogram's tools write it and its plotter reads it.
    public var percentileText: String { (latency ?? DurationHistogram()).percentileText }
}

/// One cue held to the budget.
public struct CueJudgement: Hashable, Sendable {
    /// The evidence for a judgement.
    public enum Basis: String, Sendable {
        /// The captured output.
        case measured
        /// The engine's prediction: nothing was captured, or the capture was not sure.
        case predicted
        /// None: the cue never came out, or nobody knows when.
        case nothing
    }

    /// The cue.
    public let cue: BenchCue
    /// The evidence for the judgement.
    public let basis: Basis
    /// From the trigger to the output; nil where the basis is nothing.
    public let latency: Interval?
    /// Whether it came within the budget. A cue of unknown latency did not.
    public let isWithin: Bool
    /// Whether there was a capture that did not hold this cue for certain.
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

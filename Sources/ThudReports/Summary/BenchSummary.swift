import ThudCore

/// The summary of a run: the histogram of each segment of the latency, and each cue's judgement by the budget.
package struct BenchSummary: Sendable {
    package let run: BenchRun
    /// Each cue's judgement, in the order of the run. Cues that were delayed on purpose are judged by the self-test alone.
    package let judgements: [CueJudgement]
    /// The latencies by which the cues were judged; nil where there are none.
    package let latency: DurationHistogram?
    private let segments: [LatencySegment: DurationHistogram]

    /// Sums up a run. Takes time in proportion to the cues and the logarithm of their number.
    package init(_ run: BenchRun) {
        self.run = run
        judgements = run.cues.filter { $0.injected == .zero }.map {
            CueJudgement($0, budget: run.budget, isCaptured: run.loopback != nil)
        }
        let latencies = DurationHistogram(judgements.compactMap(\.latency))
        latency = latencies.isEmpty ? nil : latencies
        segments = Dictionary(uniqueKeysWithValues: LatencySegment.allCases.map { ($0, $0.histogram(in: run)) })
            .filter { !$0.value.isEmpty }
    }

    /// The histogram of a segment; nil where nothing of it was noted.
    package subscript(segment: LatencySegment) -> DurationHistogram? { segments[segment] }

    /// Cues that came out after the budget.
    package var late: [CueJudgement] { judgements.filter { $0.latency != nil && !$0.isWithin } }
    /// Cues of which the engine itself says that they never came out.
    package var unheard: [CueJudgement] { judgements.filter { $0.basis == .nothing } }
    /// Cues that were not found because of something that is known to have happened.
    package var torn: [CueJudgement] { judgements.filter { $0.basis == .torn } }
    /// Cues of which nobody knows whether or when they came out.
    package var unknown: [CueJudgement] { judgements.filter { $0.basis == .unknown } }
    /// How many cues were judged by the captured output.
    package var measuredCount: Int { judgements.count { $0.basis == .measured } }
    /// How many cues were judged by the engine's prediction.
    package var predictedCount: Int { judgements.count { $0.basis == .predicted } }

    /// So many cues in a row of which nothing is known mean that the signal is lost.
    static let lostSignal = 3

    /// The first cue of the first run of ``lostSignal`` unknown ones; nil without one.
    var signalLoss: BenchCue? {
        var run: [CueJudgement] = []
        for judgement in judgements {
            run = judgement.basis == .unknown ? run + [judgement] : []
            if run.count == Self.lostSignal { return run[0].cue }
        }
        return nil
    }

    package var verdict: BenchVerdict { BenchVerdict(self) }

    /// The distribution of the judged latency as HdrHistogram's tools write it and its plotter reads it.
    package var percentileText: String { (latency ?? DurationHistogram()).percentileText }
}

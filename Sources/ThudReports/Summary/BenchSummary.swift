import ThudCore

/// The summary of a run: a histogram of each latency segment and a judgement of each cue.
package struct BenchSummary: Sendable {
    package let run: BenchRun
    /// The judgements in the order of the run. Deliberately delayed cues are judged only by the self-test.
    package let judgements: [CueJudgement]
    /// The latencies on which the judgements rest; nil if there are none.
    package let latency: DurationHistogram?
    private let segments: [LatencySegment: DurationHistogram]

    /// Summarises a run of n cues in a time proportional to n log n.
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

    /// The histogram of a segment; nil if none of it was recorded.
    package subscript(segment: LatencySegment) -> DurationHistogram? { segments[segment] }

    /// The cues that came out after the budget.
    package var late: [CueJudgement] { judgements.filter { $0.latency != nil && !$0.isWithin } }
    /// The cues that never came out, according to the engine itself.
    package var unheard: [CueJudgement] { judgements.filter { $0.basis == .nothing } }
    /// The cues that were not found because of a known event.
    package var torn: [CueJudgement] { judgements.filter { $0.basis == .torn } }
    /// The cues of which it is unknown whether or when they came out.
    package var unknown: [CueJudgement] { judgements.filter { $0.basis == .unknown } }
    package var measuredCount: Int { judgements.count { $0.basis == .measured } }
    package var predictedCount: Int { judgements.count { $0.basis == .predicted } }

    /// The number of unknown cues in a row that counts as a lost signal.
    static let lostSignal = 3

    /// The first run of ``lostSignal`` unknown cues; nil if there is none.
    var signalLoss: [BenchCue]? {
        // Of a program something was heard even then.
        let heard: Set<CueDoubt?> = run.program == nil ? [] : [.masked, .rival]
        var lost: [CueJudgement] = []
        for judgement in judgements {
            lost = judgement.basis == .unknown && !heard.contains(judgement.cue.doubt) ? lost + [judgement] : []
            if lost.count == Self.lostSignal { return lost.map(\.cue) }
        }
        return nil
    }

    /// What one entry of the run is called.
    var noun: String { run.program == nil ? "cue" : "press" }
    var nouns: String { run.program == nil ? "cues" : "presses" }

    var verb: String { run.program == nil ? "played" : "made" }

    package var verdict: BenchVerdict { BenchVerdict(self) }
    /// The distribution of the judged latency in the format of HdrHistogram's tools and plotter.
    package var percentileText: String { (latency ?? DurationHistogram()).percentileText }
}

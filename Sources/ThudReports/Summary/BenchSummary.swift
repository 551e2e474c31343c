import ThudCore

/// What follows from a run: the distribution of each stage, and how each cue stands to the budget.
public struct BenchSummary: Sendable {
    /// The run.
    public let run: BenchRun
    /// Each cue's judgement, in the order of the run.
    public let judgements: [CueJudgement]
    /// The latency by which the cues were judged; nil where there is none.
    public let latency: Distribution?
    private let stages: [Stage: Distribution]

    /// Sums up a run. Takes time in proportion to the cues and the logarithm of their number.
    public init(_ run: BenchRun) {
        self.run = run
        judgements = run.cues.map { CueJudgement($0, budget: run.budget, isCaptured: run.loopback != nil) }
        latency = Distribution(judgements.compactMap(\.latency))
        stages = Dictionary(
            uniqueKeysWithValues: Stage.allCases.compactMap { stage in
                stage.distribution(in: run).map { (stage, $0) }
            })
    }

    /// The distribution of a stage; nil where nothing of it was noted.
    public subscript(stage: Stage) -> Distribution? { stages[stage] }

    /// Cues that came out after the budget.
    public var late: [CueJudgement] { judgements.filter { $0.latency != nil && !$0.isWithin } }
    /// Cues of which nobody knows that they came out.
    public var unheard: [CueJudgement] { judgements.filter { $0.latency == nil } }
    /// Cues that the capture did not hold for certain.
    public var unsure: [CueJudgement] { judgements.filter(\.isUnsure) }
    /// How many cues were judged by the captured output.
    public var measuredCount: Int { judgements.count { $0.basis == .measured } }
    /// How many cues were judged by the engine's prediction.
    public var predictedCount: Int { judgements.count { $0.basis == .predicted } }

    /// The verdict.
    public var verdict: BenchVerdict { BenchVerdict(self) }
}

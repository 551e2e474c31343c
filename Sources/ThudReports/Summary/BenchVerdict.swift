import ThudCore

/// Whether a run kept its budget, in one line, and the reasons in a few more.
public struct BenchVerdict: Hashable, Sendable {
    /// `200 of 200 cues within 50 ms; worst 4.1 ms; jitter 0.9 ms: pass`; of a fail it names each reason.
    public let line: String
    /// Details that the line leaves out, one sentence each: late cues by name, cues judged by prediction, cues not found.
    public let diagnostics: [String]
    /// Whether every cue came within the budget, those of the game too, and the jitter within its limit; and a capture, where
    /// there was one, is sure of at least half of them; and a self-test, where one was made, succeeded; and nothing
    /// interrupted the run.
    public let passes: Bool

    /// How many cues a diagnostic names before it says `and 12 more`.
    static let mostNamed = 50

    init(_ summary: BenchSummary) {
        let run = summary.run
        let total = summary.judgements.count
        let within = summary.judgements.count(where: \.isWithin)
        let jitterFails = run.maxJitter.map { (summary.latency?.jitter ?? 0) > $0.milliseconds } ?? false
        let selfTestFails = run.loopback?.selfTest.map { !$0.passes } ?? false
        let lateOfGame = run.gameCues.filter { $0.predictedLatency.map { $0 > run.budget } ?? false }
        let isDeaf = run.loopback != nil && total > 0 && summary.measuredCount == 0
        // A run that rests mostly on the engine's predictions has not been measured.
        let isUnproven = run.loopback != nil && !isDeaf && 2 * summary.measuredCount < total
        passes =
            total > 0 && within == total && !jitterFails && !selfTestFails && !isDeaf && !isUnproven
            && lateOfGame.isEmpty && !run.isInterrupted
        var parts = ["\(within) of \(total) cues within \(Text.budget(run.budget))" + Self.share(summary, isDeaf)]
        if let latency = summary.latency {
            parts.append("worst \(Text.milliseconds(latency.longest, against: run.budget))")
            parts.append("jitter \(Text.fixed(latency.jitter, 1)) ms" + (jitterFails ? ", above its limit" : ""))
        }
        if isDeaf { parts.append("the capture heard none of them") }
        if isUnproven { parts.append("the capture is sure of fewer than half of them") }
        if !lateOfGame.isEmpty { parts.append("\(lateOfGame.count) of the game's own \(run.gameCues.count) late") }
        if selfTestFails { parts.append("the self-test failed") }
        if run.isInterrupted { parts.append("interrupted") }
        line = parts.joined(separator: "; ") + (passes ? ": pass" : ": fail")
        diagnostics = [
            Self.late(summary), Self.lateOfGame(lateOfGame, run.budget), Self.unheard(summary),
            isDeaf ? Self.deafness : Self.basis(summary),
            jitterFails ? Self.jitter(summary) : nil,
            run.loopback?.selfTest.flatMap(Self.selfTest),
            run.isInterrupted ? "interrupted before all cues were played: this is of those that were" : nil,
            total == 0 ? "no cue was played, so nothing can be judged" : nil,
        ].compactMap(\.self)
    }

    private static func late(_ summary: BenchSummary) -> String? {
        let late = summary.late
        guard !late.isEmpty else { return nil }
        return "late: "
            + listed(late) { judgement in
                let latency =
                    judgement.latency.map { Text.milliseconds($0, against: summary.run.budget) } ?? Text.absent
                return " \(Text.printable(judgement.cue.name)) \(latency)"
                    + (judgement.basis == .predicted && summary.measuredCount > 0 ? " (predicted)" : "")
            }
    }

    /// The game's own cues are held to the budget too, by prediction.
    private static func lateOfGame(_ late: [BenchCue], _ budget: Interval) -> String? {
        guard !late.isEmpty else { return nil }
        return "late of the game's own, by prediction: "
            + listed(late) { cue in
                " \(Text.printable(cue.name)) "
                    + (cue.predictedLatency.map { Text.milliseconds($0, against: budget) } ?? Text.absent)
            }
    }

    private static func unheard(_ summary: BenchSummary) -> String? {
        let unheard = summary.unheard
        guard !unheard.isEmpty else { return nil }
        return "never heard: "
            + listed(unheard) { " \(Text.printable($0.cue.name)) (\($0.cue.outcome.rawValue))" }
    }

    /// How many of the cues were measured, where something was captured and it does not hold all of them for certain.
    private static func share(_ summary: BenchSummary, _ isDeaf: Bool) -> String {
        guard summary.run.loopback != nil, !isDeaf, summary.measuredCount < summary.judgements.count else { return "" }
        return " (\(summary.measuredCount) measured)"
    }

    /// With a dead cable nothing is captured, whatever the engine predicts.
    private static let deafness =
        "nothing that was played was found for certain in the capture: see that it captures "
        + "what the device plays and that something can be heard, or say --loopback off for predictions alone"

    /// The evidence for the judgement, where that is not the captured output alone.
    private static func basis(_ summary: BenchSummary) -> String? {
        guard summary.predictedCount > 0 else { return nil }
        guard summary.run.loopback != nil else {
            return "judged by the engine's prediction alone: nothing was captured"
        }
        let unsure = summary.unsure.filter { $0.basis == .predicted }
        return "not found for certain in the capture, so judged by prediction: " + listed(unsure) { _ in "" }
    }

    private static func jitter(_ summary: BenchSummary) -> String? {
        guard let limit = summary.run.maxJitter, let latency = summary.latency else { return nil }
        return "jitter \(Text.fixed(latency.jitter, 3)) ms is above \(Text.budget(limit))"
    }

    private static func selfTest(_ test: BenchSelfTest) -> String? {
        test.passes
            ? nil
            : "the bench's self-test found \(test.found) of \(test.delayed) delays"
                + (test.torn > 0 ? " (\(test.torn) torn by a missed cycle)" : "") + ": its measurements prove nothing"
    }

    private static func listed(_ judgements: [CueJudgement], _ suffix: (CueJudgement) -> String) -> String {
        listed(judgements.map { ($0.cue.index, suffix($0)) })
    }

    private static func listed(_ cues: [BenchCue], _ suffix: (BenchCue) -> String) -> String {
        listed(cues.map { ($0.index, suffix($0)) })
    }

    /// `#3 name, #7 name`, up to a bound.
    private static func listed(_ entries: [(index: Int, suffix: String)]) -> String {
        let named = entries.prefix(mostNamed).map { "#\($0.index)" + $0.suffix }.joined(separator: ", ")
        let rest = entries.count - mostNamed
        return rest > 0 ? "\(named) and \(rest) more" : named
    }
}

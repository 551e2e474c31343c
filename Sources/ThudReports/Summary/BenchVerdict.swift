import ThudCore

/// Whether a run kept its budget, in one line, with reasons in a few more.
///
/// Each cue is measured, torn or unknown. Only a measured cue counts as within the budget. A few torn cues may pass,
/// since they are explained, but a few unknown cues in a row count as a lost signal. Without a capture everything rests
/// on the engine's predictions, and the line says so. Untrusted predictions do not pass unless the user allows it.
package struct BenchVerdict: Hashable, Sendable {
    /// `200 of 200 cues within 50 ms; worst 4.1 ms; jitter 0.9 ms: pass`; a fail names each reason.
    package let line: String
    /// Details that the line omits, one sentence each: late cues by name, and cues that were not found with the reason.
    package let diagnostics: [String]
    package let passes: Bool

    /// How many cues a diagnostic names before it ends with `and 12 more`.
    static let mostNamed = 50

    init(_ summary: BenchSummary) {
        let findings = Self.findings(summary)
        passes = !findings.contains(where: \.fails)
        line = findings.compactMap(\.part).joined(separator: "; ") + (passes ? ": pass" : ": fail")
        diagnostics = findings.compactMap(\.diagnostic)
    }

    private struct Finding {
        var part: String?
        var diagnostic: String?
        var fails = false
    }

    private static func findings(_ summary: BenchSummary) -> [Finding] {
        let run = summary.run
        return [
            share(summary), unanswered(run), worst(summary), jitter(summary), unproven(summary), lostSignal(summary),
            xruns(run),
            prediction(summary), late(summary), lateOfGame(run), lateKeys(run), unheard(summary), torn(summary),
            unknown(summary),
            selfTest(run),
            run.isInterrupted
                ? Finding(
                    part: "interrupted",
                    diagnostic: "interrupted: the figures cover only the cues played until then", fails: true)
                : nil,
            run.cues.isEmpty
                ? Finding(diagnostic: "no \(summary.noun) was played, so nothing can be judged", fails: true) : nil,
        ].compactMap(\.self)
    }

    // MARK: The line

    private static func share(_ summary: BenchSummary) -> Finding {
        let within = summary.judgements.count(where: \.isWithin)
        let missed = summary.run.program == nil ? 0 : summary.unheard.count
        let counts = [("missed", missed), ("torn", summary.torn.count), ("unknown", summary.unknown.count)]
        let missing = counts.filter { $0.1 > 0 }
            .map { "\($0.1) \($0.0)" }.joined(separator: ", ")
        let text = "\(within) of \(summary.judgements.count) \(summary.nouns) within \(Text.budget(summary.run.budget))"
        return Finding(part: text + (missing.isEmpty ? "" : " (\(missing))"))
    }

    /// Fails a program of which no sound counts as an answer.
    private static func unanswered(_ run: BenchRun) -> Finding? {
        guard let mistrust = run.program?.mistrust else { return nil }
        return Finding(part: "no answers", diagnostic: "no sound counts as an answer: \(mistrust)", fails: true)
    }

    private static func worst(_ summary: BenchSummary) -> Finding? {
        summary.latency.map { Finding(part: "worst \(Text.milliseconds($0.longest, against: summary.run.budget))") }
    }

    private static func jitter(_ summary: BenchSummary) -> Finding? {
        guard let latency = summary.latency else { return nil }
        let text = "jitter \(Text.fixed(latency.jitter, 1)) ms"
        guard let limit = summary.run.maxJitter, latency.jitter > limit.milliseconds else { return Finding(part: text) }
        return Finding(
            part: text + ", above its limit",
            diagnostic: "jitter \(Text.fixed(latency.jitter, 3)) ms is above \(Text.budget(limit))", fails: true)
    }

    // MARK: The capture

    /// Fails a run of which too little was measured, since it proves nothing.
    private static func unproven(_ summary: BenchSummary) -> Finding? {
        let run = summary.run
        let total = summary.judgements.count
        guard run.loopback != nil, total > 0 else { return nil }
        if summary.measuredCount == 0 {
            guard run.program == nil else {
                return Finding(part: "nothing was measured", diagnostic: muteness(summary), fails: true)
            }
            return Finding(part: "no cue was captured", diagnostic: deafness, fails: true)
        }
        guard Double(summary.measuredCount) < run.minMeasured * Double(total) else { return nil }
        return Finding(
            part: "only \(summary.measuredCount) were measured, fewer than \(Text.short(run.minMeasured * 100)) %",
            fails: true)
    }

    /// With a dead cable nothing is captured, whatever the engine predicts.
    private static let deafness =
        "no cue was found in the capture: check that it captures what the device plays and "
        + "that the sink is not muted, or use --loopback off for predictions only"

    /// Answers that stay in their stream point to the sink.
    private static func muteness(_ summary: BenchSummary) -> String? {
        guard summary.run.program?.mistrust == nil, summary[.pressToStream] != nil else { return nil }
        return
            "the program answers in its stream, but nothing of that leaves the sink: is the stream or the sink muted?"
    }

    private static func lostSignal(_ summary: BenchSummary) -> Finding? {
        guard summary.measuredCount > 0, let first = summary.signalLoss else { return nil }
        return Finding(
            part: "the signal was lost at #\(first.index)",
            diagnostic: "\(BenchSummary.lostSignal) cues in a row from #\(first.index) on were not heard for no known "
                + "reason: was the sink muted, turned down or removed?", fails: true)
    }

    private static func xruns(_ run: BenchRun) -> Finding? {
        guard let most = run.maxXruns, run.xruns.count > most else { return nil }
        return Finding(part: "\(run.xruns.count) xruns, more than \(most)", fails: true)
    }

    private static func torn(_ summary: BenchSummary) -> Finding? {
        guard !summary.torn.isEmpty else { return nil }
        return Finding(diagnostic: "torn: " + listed(summary.torn) { " (\($0.cue.doubt?.words ?? ""))" })
    }

    private static func unknown(_ summary: BenchSummary) -> Finding? {
        guard !summary.unknown.isEmpty, summary.measuredCount > 0 else { return nil }
        return Finding(
            diagnostic: "unknown: "
                + listed(summary.unknown) { judgement in
                    " (\((judgement.cue.doubt ?? .silent).words)\(gain(judgement.cue)))"
                })
    }

    /// Returns how loud a faint cue was, relative to what was played.
    private static func gain(_ cue: BenchCue) -> String {
        guard cue.doubt == .faint, let gain = cue.gain else { return "" }
        return ", at \(Text.short((gain * 1000).rounded() / 10)) % of what was played"
    }

    // MARK: Predictions

    /// Judges a run without a capture by the engine's predictions.
    private static func prediction(_ summary: BenchSummary) -> Finding? {
        let run = summary.run
        guard run.loopback == nil, summary.predictedCount > 0 else { return nil }
        guard !run.predictionDoubts.isEmpty else {
            return Finding(
                part: "predicted", diagnostic: "judged by the engine's predictions only, because nothing was captured")
        }
        let doubts = run.predictionDoubts.joined(separator: "; ")
        return Finding(
            part: run.allowsPredicted
                ? "predicted, although unreliable" : "predicted, but unreliable",
            diagnostic: "judged by the engine's predictions only, which are unreliable here: \(doubts)"
                + (run.allowsPredicted ? "" : "; capture the output, or use --allow-predicted"),
            fails: !run.allowsPredicted)
    }

    /// Judges the game's own cues, which are silent and so can only be predicted. They fail no run that has a capture.
    private static func lateOfGame(_ run: BenchRun) -> Finding? {
        let late = run.gameCues.filter { $0.predictedLatency.map { $0 > run.budget } ?? false }
        guard !late.isEmpty else { return nil }
        let names = listed(late) { cue in
            " \(Text.printable(cue.name)) "
                + (cue.predictedLatency.map { Text.milliseconds($0, against: run.budget) } ?? Text.absent)
        }
        let isCaptured = run.loopback != nil
        return Finding(
            part: isCaptured ? nil : "\(late.count) of \(run.gameCues.count) game cues late",
            diagnostic: "late cues of the game, by prediction: " + names, fails: !isCaptured)
    }

    /// Holds each typed key to the budget, from its byte to the output.
    private static func lateKeys(_ run: BenchRun) -> Finding? {
        // A torn cue is neither late nor missing.
        let late = run.keyCues.filter { cue in
            LatencySegment.keyToOutput.length(of: cue).map { $0 > run.budget } ?? (cue.doubt == nil)
        }
        guard !late.isEmpty else { return nil }
        let names = listed(late) { cue in
            LatencySegment.keyToOutput.length(of: cue).map { " " + Text.milliseconds($0, against: run.budget) }
                ?? " (\(cue.outcome.rawValue))"
        }
        return Finding(
            part: "\(late.count) of \(run.keyCues.count) keys late or without a cue",
            diagnostic: "keys that were late or without a cue: " + names, fails: true)
    }

    // MARK: Cues

    private static func late(_ summary: BenchSummary) -> Finding? {
        let late = summary.late
        guard !late.isEmpty else { return nil }
        let names = listed(late) { judgement in
            let latency = judgement.latency.map { Text.milliseconds($0, against: summary.run.budget) } ?? Text.absent
            return " \(Text.printable(judgement.cue.name)) \(latency)"
        }
        return Finding(diagnostic: "late: " + names, fails: true)
    }

    private static func unheard(_ summary: BenchSummary) -> Finding? {
        let unheard = summary.unheard
        guard !unheard.isEmpty else { return nil }
        guard summary.run.program == nil else {
            return Finding(diagnostic: "missed, without an answer: " + listed(unheard) { _ in "" }, fails: true)
        }
        let names = listed(unheard) { " \(Text.printable($0.cue.name)) (\($0.cue.outcome.rawValue))" }
        return Finding(diagnostic: "never heard: " + names, fails: true)
    }

    private static func selfTest(_ run: BenchRun) -> Finding? {
        guard let test = run.loopback?.selfTest, !test.passes else { return nil }
        return Finding(
            part: "the self-test failed",
            diagnostic: "the bench's self-test found \(test.found) of \(test.delayed) delays"
                + (test.torn > 0 ? " (\(test.torn) torn by a missed cycle)" : "") + ", so the figures are unreliable",
            fails: true)
    }

    // MARK: Lists

    private static func listed(_ judgements: [CueJudgement], _ suffix: (CueJudgement) -> String) -> String {
        listed(judgements.map { ($0.cue.index, suffix($0)) })
    }

    private static func listed(_ cues: [BenchCue], _ suffix: (BenchCue) -> String) -> String {
        listed(cues.map { ($0.index, suffix($0)) })
    }

    /// Returns `#3 name, #7 name`, up to `mostNamed` entries.
    private static func listed(_ entries: [(index: Int, suffix: String)]) -> String {
        let named = entries.prefix(mostNamed).map { "#\($0.index)" + $0.suffix }.joined(separator: ", ")
        let rest = entries.count - mostNamed
        return rest > 0 ? "\(named) and \(rest) more" : named
    }
}

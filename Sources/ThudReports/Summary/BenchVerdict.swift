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
        // The first press is reported apart.
        let kind = summary.noun + (run.program == nil ? "" : " after the first")
        return [
            share(summary), brokenOff(summary), unanswered(run), worst(summary), jitter(summary), unproven(summary),
            lostSignal(summary), xruns(run), prediction(summary), late(summary), lateOfGame(run), lateKeys(run),
            unheard(summary), slowStart(summary), torn(summary), tornStream(summary), unknown(summary), selfTest(run),
            run.isInterrupted
                ? Finding(
                    part: "interrupted",
                    diagnostic: "interrupted: the figures cover only the \(summary.nouns) \(summary.verb) until then",
                    fails: true)
                : nil,
            run.cues.isEmpty
                ? Finding(diagnostic: "no \(kind) was \(summary.verb), so nothing can be judged", fails: true)
                : nil,
        ].compactMap(\.self)
    }

    // MARK: The line

    private static func share(_ summary: BenchSummary) -> Finding {
        let within = summary.judgements.count(where: \.isWithin)
        let missed = summary.run.program == nil ? 0 : summary.unheard.count
        let counts = [("missed", missed), ("torn", summary.torn.count), ("unknown", summary.unknown.count)]
        let missing = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
        let text = "\(within) of \(summary.judgements.count) \(summary.nouns) within \(Text.budget(summary.run.budget))"
        return Finding(part: text + (missing.isEmpty ? "" : " (\(missing))"))
    }

    /// Fails a run of a program that ended early, even if all was well until then.
    private static func brokenOff(_ summary: BenchSummary) -> Finding? {
        guard let reason = summary.run.program?.breakOff else { return nil }
        let isOpen = summary.measuredCount > 0 || !summary.unknown.isEmpty
        return Finding(
            part: isOpen ? "broken off" : "no answers", diagnostic: "broken off: \(reason)", fails: true)
    }

    /// Fails a program of which no sound counts as an answer.
    private static func unanswered(_ run: BenchRun) -> Finding? {
        guard let program = run.program, let mistrust = program.mistrust, program.breakOff == nil, !run.cues.isEmpty
        else { return nil }
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
        func explains(_ doubt: CueDoubt) -> Bool {
            run.program != nil && 2 * summary.unknown.count { $0.cue.doubt == doubt } > total - summary.measuredCount
        }
        let longer = BenchProgram.longerPauses(isRecording: run.settings.contains { $0.name == "capture" })
        return Finding(
            part: "only \(summary.measuredCount) were measured, fewer than \(Text.short(run.minMeasured * 100)) %",
            diagnostic: explains(.unlike)
                ? "the program's sounds vary or have gaps; use --onset"
                : explains(.rival) || explains(.masked)
                    ? "the program's sounds overlap, repeat or vary; \(longer), turn its music off, or use --onset"
                    : nil,
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
            "the program answers in its stream, but nothing of that leaves the sink: is one of them muted, or does the "
            + "sink lack the stream's channels?"
    }

    private static func lostSignal(_ summary: BenchSummary) -> Finding? {
        guard summary.measuredCount > 0, let lost = summary.signalLoss, let first = lost.first else { return nil }
        let explanation: String? =
            switch Set(lost.map { $0.doubt ?? .silent }) {
            case let doubts where doubts.isSubset(of: [.silent, .faint]):
                "were not heard for no known reason: was the sink muted, turned down or removed?"
            case [.unlike]: "were answered by sounds that are not alike"
            default: nil
            }
        return Finding(
            part: "the signal was lost at #\(first.index)",
            diagnostic: explanation.map { "\(lost.count) \(summary.nouns) in a row from #\(first.index) on \($0)" },
            fails: true)
    }

    private static func xruns(_ run: BenchRun) -> Finding? {
        guard let most = run.maxXruns, run.xruns.count > most else { return nil }
        return Finding(part: "\(run.xruns.count) xruns, more than \(most)", fails: true)
    }

    private static func torn(_ summary: BenchSummary) -> Finding? {
        named("torn: ", summary.torn.map(\.cue)) { " (\($0.doubt?.words ?? ""))" }
    }

    /// A server misses cycles of a capture whose streams start and stop, but hardly those of its sink's monitor.
    private static func tornStream(_ summary: BenchSummary) -> Finding? {
        let ear = summary.run.settings.first { $0.name == "ear" }?.value
        guard summary.measuredCount > 0, 10 * summary.torn.count > summary.judgements.count,
            ear == "stream" || ear == "stream and sink"
        else { return nil }
        return Finding(diagnostic: "if the program starts and stops its stream, fewer are torn with --ear sink")
    }

    private static func unknown(_ summary: BenchSummary) -> Finding? {
        guard summary.measuredCount > 0 else { return nil }
        return named("unknown: ", summary.unknown.map(\.cue)) { " (\(($0.doubt ?? .silent).words)\(gain($0)))" }
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
            part: run.allowsPredicted ? "predicted, although unreliable" : "predicted, but unreliable",
            diagnostic: "judged by the engine's predictions only, which are unreliable here: \(doubts)"
                + (run.allowsPredicted ? "" : "; capture the output, or use --allow-predicted"),
            fails: !run.allowsPredicted)
    }

    /// Judges the game's own cues, which are silent and so can only be predicted. They fail no run that has a capture.
    private static func lateOfGame(_ run: BenchRun) -> Finding? {
        let late = run.gameCues.filter { $0.predictedLatency.map { $0 > run.budget } ?? false }
        let isCaptured = run.loopback != nil
        return named(
            "late cues of the game, by prediction: ", late,
            part: isCaptured ? nil : "\(late.count) of \(run.gameCues.count) game cues late", fails: !isCaptured
        ) { nameAndLatency($0, $0.predictedLatency, run) }
    }

    /// Holds each typed key to the budget, from its byte to the output.
    private static func lateKeys(_ run: BenchRun) -> Finding? {
        // A torn cue is neither late nor missing.
        let late = run.keyCues.filter { cue in
            LatencySegment.keyToOutput.length(of: cue).map { $0 > run.budget } ?? (cue.doubt == nil)
        }
        return named(
            "keys that were late or without a cue: ", late,
            part: "\(late.count) of \(run.keyCues.count) keys late or without a cue", fails: true
        ) { cue in
            LatencySegment.keyToOutput.length(of: cue).map { " " + Text.milliseconds($0, against: run.budget) }
                ?? " (\(cue.outcome.rawValue))"
        }
    }

    // MARK: Cues

    private static func late(_ summary: BenchSummary) -> Finding? {
        named("late: ", summary.late.map(\.cue), fails: true) {
            nameAndLatency($0, $0.measuredLatency ?? $0.predictedLatency, summary.run)
        }
    }

    private static func unheard(_ summary: BenchSummary) -> Finding? {
        let isProgram = summary.run.program != nil
        return named(
            isProgram ? "missed, without an answer: " : "never heard: ", summary.unheard.map(\.cue), fails: true
        ) { isProgram ? "" : " \(Text.printable($0.name)) (\($0.outcome.rawValue))" }
    }

    /// A program that misses its first presses alone was perhaps not ready yet.
    private static func slowStart(_ summary: BenchSummary) -> Finding? {
        let missed = summary.unheard.map(\.cue.index)
        guard summary.run.program != nil, summary.measuredCount > 0, missed.first == 1, missed.last == missed.count
        else { return nil }
        return Finding(diagnostic: "only the first presses were missed; if the program starts slowly, use --prepare")
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

    /// Returns a finding that names up to `mostNamed` cues, as `#3 name, #7 name`; nil if there are none.
    private static func named(
        _ title: String, _ cues: [BenchCue], part: String? = nil, fails: Bool = false, _ suffix: (BenchCue) -> String
    ) -> Finding? {
        guard !cues.isEmpty else { return nil }
        let suffixes = cues.prefix(mostNamed).map(suffix)
        let names = zip(cues, suffixes).enumerated().map { place, cue in
            // A reason that several cues in a row share follows the last of them.
            let isShared = cue.1.hasPrefix(" (") && suffixes.dropFirst(place + 1).first == cue.1
            return "#\(cue.0.index)" + (isShared ? "" : cue.1)
        }.joined(separator: ", ")
        let rest = cues.count - mostNamed
        return Finding(part: part, diagnostic: title + names + (rest > 0 ? " and \(rest) more" : ""), fails: fails)
    }

    private static func nameAndLatency(_ cue: BenchCue, _ latency: Interval?, _ run: BenchRun) -> String {
        let text = latency.map { Text.milliseconds($0, against: run.budget) } ?? Text.absent
        return " \(Text.printable(cue.name)) \(text)"
    }
}

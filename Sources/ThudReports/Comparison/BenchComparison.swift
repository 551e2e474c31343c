import ThudCore

/// Compares a run with an earlier one, to find out whether feedback has become slower.
///
/// The median and the 99th percentile are compared as ratios, new to old, each with a 95 % confidence interval: the
/// middle of `resamples` bootstrap resamples of both runs (percentile method). A metric is a regression if even the
/// lower end of the interval is above 1 + tolerance. Chance alone would then show such a change in at most one of forty
/// comparisons, and the change exceeds the declared tolerance. The ratio alone would report a regression on every busy
/// machine. The tolerance covers differences between whole runs that no resample can show, such as another phase of the
/// sound server or a warmer processor.
///
/// Measured over 2000 pairs of runs of 200 cues of one distribution: false alarms in 4.2 % at tolerance 0, in 0.7 % at
/// 0.05, in 0.3 % at 0.1. Runs that were a fifth slower were found in 99.8 % at 0.1.
package struct BenchComparison: Sendable {
    /// The median and p99; empty if one of the runs has no latency to compare.
    package let metrics: [MetricChange]
    /// What the new run lost more often than the old one, a clause each: cues, underruns, a program that ended.
    package let losses: [String]
    /// The tolerated slowdown; 0.1 is a tenth.
    package let tolerance: Double
    /// Notes for the reader: different settings, another machine, cues left out.
    package let diagnostics: [String]

    /// Whether both runs were comparable, and the new one is neither slower nor loses more.
    package var passes: Bool { isJudged && !metrics.contains(where: \.isRegression) && losses.isEmpty }

    private var isJudged: Bool { metrics.contains(where: \.isDecisive) }

    /// Compares two runs. The time grows with `resamples` (40 or more), not with the cues.
    ///
    /// - Parameters:
    ///   - tolerance: the tolerated slowdown, 0 or more.
    ///   - seed: the seed of the resamples, so that the same files give the same verdict.
    package init(old: BenchRun, new: BenchRun, tolerance: Double, seed: UInt64 = 1, resamples: Int = 2000) {
        self.tolerance = tolerance
        losses = Self.losses(old, new)
        var diagnostics = Self.diagnostics(old, new)
        for (run, name) in [(old, "earlier"), (new, "later")] where run.isInterrupted {
            diagnostics.append("the \(name) run was interrupted")
        }
        let injected = (old.cues + new.cues).count { $0.injected != .zero }
        if injected > 0 { diagnostics.append("cues with an injected delay, left out: \(injected)") }
        let (before, after) = (Self.latencies(old), Self.latencies(new))
        guard !before.isEmpty, !after.isEmpty else {
            diagnostics.append("one of the runs was not measured, so nothing can be compared")
            metrics = []
            self.diagnostics = diagnostics
            return
        }
        let count = min(before.count, after.count)
        var resampling = Resampling(seed: seed)
        metrics = [
            ("median", 50.0, MetricChange.leastCountForMedian), ("p99", 99.0, MetricChange.leastCountForP99),
        ].map { name, percent, least in
            let isDecisive = count >= least
            if !isDecisive {
                diagnostics.append("\(name) is shown but not judged, because both runs need \(least) latencies for it")
            }
            return MetricChange(
                name, percent: percent, old: before, new: after, tolerance: tolerance, resamples: resamples,
                isDecisive: isDecisive, resampling: &resampling)
        }
        self.diagnostics = diagnostics
    }

    /// Returns measured latencies only. An engine with wrong predictions would otherwise pass.
    private static func latencies(_ run: BenchRun) -> DurationHistogram {
        DurationHistogram(run.cues.lazy.filter { $0.injected == .zero }.compactMap(\.measuredLatency))
    }

    /// Returns what the new run lost more often than the old one, relative to the number of cues.
    private static func losses(_ old: BenchRun, _ new: BenchRun) -> [String] {
        let (earlier, later) = (BenchSummary(old), BenchSummary(new))
        // A torn cue was lost by the measurement, so it says nothing about the run.
        func lost(_ summary: BenchSummary) -> Int { summary.unheard.count + summary.unknown.count }
        let breakOff = old.program?.breakOff == nil ? new.program?.breakOff : nil
        return [
            ("lost \(later.noun)", "lost \(later.nouns)", lost(earlier), lost(later)),
            ("underrun", "underruns", old.xruns.count, new.xruns.count),
        ].compactMap { one, many, before, after in
            let isMore = after * max(1, old.cues.count) > before * max(1, new.cues.count)
            return isMore ? "\(Count.of(after, one, many)), \(before) before" : nil
        } + [breakOff.map { "broken off, not before: \(TypedText.shown($0, most: 400))" }].compactMap(\.self)
    }

    /// `median 4.10 ms, was 4.00 ms: 1.02 times (95 % sure: 0.98 to 1.07)`, the same for p99, then the verdict.
    package var text: String { (lines + [verdict]).joined(separator: "\n") + "\n" }

    /// The same for the page of a pull request, with the verdict first.
    package var markdown: String {
        "### Against the earlier run\n\n\(passes ? "✅" : "❌") \(verdict)\n\n" + lines.map { "- \($0)\n" }.joined()
    }

    private var lines: [String] { metrics.map { $0.line(then: ", was") } + diagnostics }

    /// One line with the question and answer: `is it slower by more than 10 %, for certain? no: pass`.
    package var verdict: String {
        guard isJudged else { return "not compared: fail" }
        let slower = metrics.filter(\.isRegression).map { "\($0.name) \(Text.fixed($0.ratio, 2)) times" }
        let answer = slower.isEmpty ? "no" : "yes, " + slower.joined(separator: ", ")
        return "is it certainly slower by more than \(Text.short(tolerance * 100)) %? "
            + ([answer] + losses).joined(separator: "; ") + (passes ? ": pass" : ": fail")
    }

    /// The comparison as JSON according to docs/bench-schema.md, with durations in milliseconds.
    package var json: JSONValue {
        [
            "verdict": .string(verdict), "passes": .bool(passes),
            "basis": .string(CueJudgement.Basis.measured.rawValue),
            "losses": .array(losses.map(JSONValue.string)),
            "tolerance": .number(tolerance), "remarks": .array(diagnostics.map(JSONValue.string)),
            "figures": .array(metrics.map(Self.json)),
        ]
    }

    private static func json(_ metric: MetricChange) -> JSONValue {
        let judged: [JSONValue.Member] = [
            .init("decisive", .bool(metric.isDecisive)), .init("regression", .bool(metric.isRegression)),
        ]
        return .object(metric.members("old", "new") + judged)
    }

    private static let mostNamed = 20

    /// Returns a sentence about different machines and one about different settings.
    private static func diagnostics(_ old: BenchRun, _ new: BenchRun) -> [String] {
        // A setting is recorded only if it was set, so without one the run had the default.
        [
            ("the machine differs", "recorded", old.machine, new.machine),
            ("the settings differ", "set", old.settings, new.settings),
        ]
        .compactMap { title, verb, old, new in
            let differences = differences(old, new, verb)
            guard !differences.isEmpty else { return nil }
            let rest = differences.count - mostNamed
            return "\(title): " + differences.prefix(mostNamed).joined(separator: "; ")
                + (rest > 0 ? "; and \(rest) more" : "")
        }
    }

    private static func differences(_ old: [BenchFact], _ new: [BenchFact], _ verb: String) -> [String] {
        let before = Dictionary(old.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        let after = Dictionary(new.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        let names = new.map(\.name) + old.map(\.name).filter { after[$0] == nil }
        var seen: Set<String> = []
        return names.compactMap { name in
            guard seen.insert(name).inserted, before[name] != after[name] else { return nil }
            let was = before[name].map { "was \(Text.printable($0))" } ?? "was not \(verb)"
            let now = after[name].map { "is \(Text.printable($0))" } ?? "is not \(verb)"
            return "\(Text.printable(name)) \(was), \(now)"
        }
    }
}

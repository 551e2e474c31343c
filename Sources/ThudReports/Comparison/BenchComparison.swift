import ThudCore

/// A run held against an earlier one: has feedback become slower?
///
/// Median and 99th percentile are compared as ratios, new to old, each with a 95 % confidence interval: the middle of
/// `resamples` bootstrap resamples of both runs (percentile method). A figure is a regression when even the interval's
/// lower end is above 1 + tolerance: then chance alone would show such a change in at most one of forty comparisons,
/// and the change is larger than what was declared to be tolerable. The ratio alone would cry wolf at every busy
/// machine. What differs between whole runs (another phase of the sound server, a warmer processor) no resample can
/// show: that is what the tolerance is for.
///
/// Measured over 2000 pairs of runs of 200 cues of one distribution: a false alarm in 4.2 % of them at tolerance 0, in
/// 0.7 % at 0.05, in 0.3 % at 0.1; runs that were a fifth slower were found in 99.8 % at 0.1.
public struct BenchComparison: Sendable {
    /// Median and p99; empty where one of the runs has no latency to compare.
    public let figures: [FigureChange]
    /// What was compared: captured output where both runs have it for most of their cues, else the predictions.
    public let basis: CueJudgement.Basis
    /// How much slower is tolerated: 0.1 is a tenth.
    public let tolerance: Double
    /// What a reader should know: other settings, another machine, cues left out.
    public let diagnostics: [String]

    /// Both runs could be compared, and the new one is no regression.
    public var passes: Bool { !figures.isEmpty && !figures.contains(where: \.isRegression) }

    /// Compares two runs. The time it takes grows with `resamples` (40 or more), not with the cues.
    ///
    /// - Parameters:
    ///   - tolerance: how much slower is tolerated, 0 or more; what is below or no number counts as 0.
    ///   - seed: decides the resamples, so that the same files give the same verdict.
    public init(old: BenchRun, new: BenchRun, tolerance: Double, seed: UInt64 = 1, resamples: Int = 2000) {
        let tolerance = tolerance > 0 ? tolerance : 0
        let resamples = max(40, resamples)
        self.tolerance = tolerance
        let isMeasured = Self.isMostlyMeasured(old) && Self.isMostlyMeasured(new)
        basis = isMeasured ? .measured : .predicted
        var diagnostics = RunDifference.diagnostics(old: old, new: new)
        if !isMeasured, old.loopback != nil || new.loopback != nil {
            diagnostics.append("predictions are compared, since not both runs were measured for certain")
        }
        let injected = (old.cues + new.cues).count { $0.injected != .zero }
        if injected > 0 { diagnostics.append("cues with an injected delay, left out: \(injected)") }
        guard let before = Self.latencies(old, isMeasured), let after = Self.latencies(new, isMeasured) else {
            diagnostics.append("one of the runs has no latency, so nothing can be compared")
            figures = []
            self.diagnostics = diagnostics
            return
        }
        let hasTail = min(before.count, after.count) >= FigureChange.leastCountForP99
        if !hasTail {
            diagnostics.append(
                "p99 is shown but not judged: it takes \(FigureChange.leastCountForP99) cues in both runs")
        }
        var resampling = Resampling(seed: seed)
        figures = [("median", 50.0, true), ("p99", 99.0, hasTail)].map { name, percent, isDecisive in
            FigureChange(
                name, percent: percent, old: before, new: after, tolerance: tolerance, resamples: resamples,
                isDecisive: isDecisive, resampling: &resampling)
        }
        self.diagnostics = diagnostics
    }

    private static func isMostlyMeasured(_ run: BenchRun) -> Bool {
        let measured = run.cues.count { $0.measuredLatency != nil }
        return measured > 0 && measured * 10 >= run.cues.count * 9
    }

    private static func latencies(_ run: BenchRun, _ isMeasured: Bool) -> Distribution? {
        Distribution(
            run.cues.lazy.filter { $0.injected == .zero }
                .compactMap { isMeasured ? $0.measuredLatency : $0.predictedLatency })
    }
}

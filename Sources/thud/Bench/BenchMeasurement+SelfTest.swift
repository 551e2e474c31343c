import BenchReports
import Timebase

extension BenchMeasurement {
    /// One sample: the most by which a delay that was put in may be missed.
    private static let sample = Interval(nanoseconds: 1_000_000_000 / 48_000 + 1)

    /// What was found of the delays that were put into `cues`; nil where none were.
    ///
    /// A delayed cue is held to the instant for which it was asked when it was triggered, not to what the engine predicted
    /// of it afterwards: a delay that the engine lost is not found. The usual offset between measured and predicted
    /// instants, which the other cues show, is taken off. What the capture does not hold for certain was not found either;
    /// it is told apart where a missed cycle explains it.
    func selfTest(_ cues: [BenchCue], xruns: [BenchXrun]) -> BenchSelfTest? {
        let delayed = cues.filter { $0.injected > .zero }
        guard !delayed.isEmpty else { return nil }
        let offsets = cues.filter { $0.injected == .zero }.compactMap { Self.lateness($0, against: $0.predicted) }
            .sorted()
        // Nothing is proved where there is nothing to compare with.
        guard !offsets.isEmpty else { return BenchSelfTest(delayed: delayed.count, found: 0) }
        let usual = offsets[offsets.count / 2]
        var test = BenchSelfTest(delayed: delayed.count, found: 0)
        for cue in delayed {
            let error = Self.lateness(cue, against: cue.asked).map {
                Interval(nanoseconds: abs(($0 - usual).nanoseconds))
            }
            if let error, error <= Self.sample {
                test.found += 1
            } else if isTorn(cue, by: xruns) {
                test.torn += 1
                continue
            }
            if let error { test.worstError = max(test.worstError ?? .zero, error) }
        }
        return test
    }

    /// How much later than at `instant` a cue came out, where the capture is sure of it.
    private static func lateness(_ cue: BenchCue, against instant: Instant?) -> Interval? {
        guard cue.isSure, let measured = cue.measured, let instant else { return nil }
        return measured - instant
    }
}

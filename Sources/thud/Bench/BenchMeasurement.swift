import BenchReports
import Loopback
import Timebase

/// Finds each cue of a run in what was captured.
struct BenchMeasurement {
    /// The cues, with what was measured of them.
    let cues: [BenchCue]
    /// Whether the delays that were put in were found; nil where none were.
    let selfTest: BenchSelfTest?

    /// One sample: the most by which a delay that was put in may be missed.
    private static let sample = Interval(nanoseconds: 1_000_000_000 / 48_000 + 1)

    /// Looks for `template` in the left channel around each cue's predicted output.
    init(_ cues: [BenchCue], in captured: CapturedSignal, template: [Float]) {
        let expected = cues.indices.compactMap { index -> (index: Int, frame: Double)? in
            guard cues[index].predictedLatency != nil, let predicted = cues[index].predicted else { return nil }
            return captured.frame(at: predicted).map { (index, $0) }
        }.sorted { $0.frame < $1.frame }
        let found = CueFinder(template).find(in: captured.channels[0], expected: expected.map(\.frame))
        var measured = cues
        for (place, match) in zip(expected, found) {
            guard let match else { continue }
            measured[place.index].measured = captured.instant(ofFrame: match.frame)
            measured[place.index].confidence = match.confidence
            // What was torn by a missed cycle may be like the cue, and its place is not.
            let isWhole = captured.isWhole(from: match.frame, to: match.frame + Double(template.count))
            measured[place.index].isSure = match.isSure && isWhole && measured[place.index].measured != nil
        }
        self.cues = measured
        selfTest = BenchMeasurement.selfTest(measured)
    }

    /// What was found of each delay whose cue the capture holds for certain: how much later than it would have the cue came
    /// out, by the offset between measured and predicted instants that the other cues have.
    private static func selfTest(_ cues: [BenchCue]) -> BenchSelfTest? {
        let delayed = cues.filter { $0.injected > .zero }
        guard !delayed.isEmpty else { return nil }
        let usual = cues.filter { $0.injected == .zero }.compactMap(offset).sorted()
        let errors = delayed.compactMap(offset).map { offset in
            Interval(nanoseconds: abs((offset - (usual.isEmpty ? .zero : usual[usual.count / 2])).nanoseconds))
        }
        // Nothing is proved where nothing was heard.
        guard !errors.isEmpty else { return BenchSelfTest(delayed: delayed.count, found: 0) }
        return BenchSelfTest(delayed: errors.count, found: errors.count { $0 <= sample }, worstError: errors.max())
    }

    /// The measured output less the predicted one.
    private static func offset(_ cue: BenchCue) -> Interval? {
        guard cue.isSure, let measured = cue.measured, let predicted = cue.predicted else { return nil }
        return measured - predicted
    }
}

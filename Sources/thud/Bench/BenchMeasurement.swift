import ThudCore
import ThudOutputCapture
import ThudReports

/// Finds each cue of a run in what was captured.
struct BenchMeasurement {
    /// The cues, with what was measured of them.
    let cues: [BenchCue]

    private let captured: CapturedSignal
    private let length: Int

    /// Looks for `template` around each cue's predicted output.
    init(_ cues: [BenchCue], in captured: CapturedSignal, template: BenchTemplate) {
        let expected = cues.indices.compactMap { index -> (index: Int, frame: Double)? in
            guard cues[index].predictedLatency != nil, let predicted = cues[index].predicted else { return nil }
            return captured.frame(at: predicted).map { (index, $0) }
        }.sorted { $0.frame < $1.frame }
        let frames = expected.map(\.frame)
        let template = template.best(in: captured.samples, expected: frames)
        let found = CueFinder(template).find(in: captured.samples, expected: frames)
        var measured = cues
        for (place, match) in zip(expected, found) {
            guard let match, let instant = captured.instant(ofFrame: match.frame) else { continue }
            measured[place.index].measured = instant
            measured[place.index].confidence = match.confidence
            // What was torn by a missed cycle may be like the cue, and its place is not. Nothing comes before its cause.
            let isWhole = captured.isWhole(from: match.frame, to: match.frame + Double(template.count))
            let isPossible = cues[place.index].triggered.map { instant > $0 } ?? false
            measured[place.index].isSure = match.isSure && isWhole && isPossible
        }
        self.cues = measured
        self.captured = captured
        length = template.count
    }

    /// Whether time went on without a jump, and the device had all it needed, from the trigger of a delayed cue until it
    /// had sounded.
    func isTorn(_ cue: BenchCue, by xruns: [BenchXrun]) -> Bool {
        guard let triggered = cue.triggered, let asked = cue.asked, let first = captured.frame(at: triggered),
            let begin = captured.frame(at: asked)
        else { return true }
        let last = begin + Double(length)
        guard captured.isWhole(from: first, to: last) else { return true }
        let end = asked + .seconds(Double(length) / Double(captured.sampleRate)) + Self.notice
        return xruns.contains { $0.instant >= triggered && $0.instant <= end }
    }

    /// So much later than it happens an xrun is noticed at most.
    private static let notice = Interval.milliseconds(100)
}

import ThudHaptics

/// The vibrations of a pattern over time: what an envelope, the dynamic parameters and the curves make of them.
struct VibrationTraces: Sendable {
    struct Sample: Sendable {
        let x: Double
        let intensity: Double
        let sharpness: Double
    }

    /// Up to so many vibrations are drawn one by one, more as the strongest at each place: they could not be told apart.
    private static let most = 48

    /// How often a pattern is evaluated at most, lest thousands of long vibrations cost minutes.
    private static let evaluations = 60_000.0

    /// Each from left to right.
    let traces: [[Sample]]

    init(_ pattern: HapticPattern, _ evaluation: HapticEvaluation, _ axis: TimeAxis) {
        let events = pattern.events.filter { $0.kind == .continuous }
        let turns = TurnSamples([.hapticIntensity, .hapticSharpness], evaluation, axis)
        traces =
            events.count <= Self.most
            ? events.map { Self.trace($0, evaluation, turns) } : Self.strongest(events, evaluation, turns, axis)
    }

    /// One vibration at every second pixel, at both ends, and where its envelope or a parameter steps or bends.
    private static func trace(
        _ event: HapticEvent, _ evaluation: HapticEvaluation, _ turns: TurnSamples
    ) -> [Sample] {
        let span = evaluation.span(of: event)
        // A sustained vibration falls to 0 at its very end; what it was until then is what is drawn.
        let last = max(span.lowerBound, span.upperBound - 1e-6 * (span.upperBound - span.lowerBound))
        let samples = turns.samples(from: span.lowerBound, to: last, with: evaluation.corners(of: event))
        return withoutRepeats(
            samples.map { sample in
                Sample(
                    x: sample.x, intensity: evaluation.intensity(of: event, at: sample.time),
                    sharpness: evaluation.sharpness(of: event, at: sample.time))
            })
    }

    /// The strongest vibration in each column of a pixel, in runs without silence.
    private static func strongest(
        _ events: [HapticEvent], _ evaluation: HapticEvaluation, _ turns: TurnSamples, _ axis: TimeAxis
    ) -> [[Sample]] {
        var columns = [(intensity: Double, sharpness: Double)](repeating: (0, 0), count: Int(axis.right) + 2)
        let hasTurns = Double(events.count * turns.count) <= evaluations
        let spans = events.map { evaluation.span(of: $0) }
        let pixels = spans.reduce(0.0) { $0 + axis.x($1.upperBound) - axis.x($1.lowerBound) + 1 }
        let step = max(1, Int((pixels / evaluations).rounded(.up)))
        for (event, span) in zip(events, spans) {
            let first = Int(axis.x(span.lowerBound))
            let end = min(max(Int(axis.x(span.upperBound)), first + 1), columns.count)
            for column in stride(from: first, to: end, by: step) {
                let time = max(axis.time(at: Double(column)), span.lowerBound)
                let intensity = evaluation.intensity(of: event, at: time)
                for place in column..<min(column + step, end) where intensity > columns[place].intensity {
                    columns[place] = (intensity, evaluation.sharpness(of: event, at: time))
                }
            }
            for sample in hasTurns ? turns.between(span.lowerBound, span.upperBound) : [] {
                let intensity = evaluation.intensity(of: event, at: sample.time)
                if intensity > columns[Int(sample.x)].intensity {
                    columns[Int(sample.x)] = (intensity, evaluation.sharpness(of: event, at: sample.time))
                }
            }
        }
        return columns.indices.split { columns[$0].intensity == 0 }.map { run in
            withoutRepeats(
                run.map { Sample(x: Double($0), intensity: columns[$0].intensity, sharpness: columns[$0].sharpness) })
        }
    }

    /// Level stretches need no more than their two ends.
    private static func withoutRepeats(_ samples: [Sample]) -> [Sample] {
        func same(_ one: Sample, _ other: Sample) -> Bool {
            one.intensity == other.intensity && one.sharpness == other.sharpness
        }
        return samples.indices.filter { index in
            index == 0 || index == samples.count - 1
                || !(same(samples[index - 1], samples[index]) && same(samples[index], samples[index + 1]))
        }.map { samples[$0] }
    }

    /// Draws one value of each vibration in a lane, as an area under a line.
    func draw(
        _ value: KeyPath<Sample, Double>, in lane: Box, _ paint: Paint, area opacity: Double, _ layout: PictureLayout,
        on surface: inout some Surface
    ) {
        var lines = Path()
        for trace in traces {
            guard let first = trace.first, let last = trace.last else { continue }
            let top = trace.map { Point(x: $0.x, y: lane.y($0[keyPath: value])) }
            let around =
                [Point(x: first.x, y: lane.bottom)] + top + [Point(x: last.x, y: lane.bottom)]
            surface.fill(Path(around, closed: true), paint, opacity: opacity)
            lines.add(Path(top))
        }
        surface.stroke(lines, paint, width: layout.length(2.5, compact: 1.4))
    }
}

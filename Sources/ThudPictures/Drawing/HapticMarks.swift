import ThudPatterns

/// The values of a tap, or of a vibration at one time, and their position.
struct HapticMark: Sendable {
    let x: Double
    var intensity = 0.0
    var sharpness = 0.0
}

extension HapticMark {
    init(x: Double, _ event: HapticEvent, _ evaluation: HapticEvaluation, at time: Double) {
        intensity = evaluation.intensity(of: event, at: time)
        sharpness = evaluation.sharpness(of: event, at: time)
        self.x = x
    }
}

/// The taps of a pattern as stems with dots. There may be thousands, so each pixel shows only its strongest tap.
struct TapMarks: Sendable {
    let marks: [HapticMark]

    init(_ pattern: HapticPattern, _ evaluation: HapticEvaluation, _ axis: TimeAxis) {
        var strongest: [Int: HapticMark] = [:]
        for event in pattern.events where event.kind == .transient {
            let mark = HapticMark(x: axis.x(event.time), event, evaluation, at: event.time)
            let column = Int(mark.x)
            if mark.intensity >= strongest[column]?.intensity ?? 0 { strongest[column] = mark }
        }
        marks = strongest.values.sorted { $0.x < $1.x }
    }

    /// Draws one value of each tap in a lane; crowded taps get thinner stems and smaller dots.
    func draw(
        _ value: KeyPath<HapticMark, Double>, in lane: Box, _ paint: Paint, stem opacity: Double,
        _ layout: PictureLayout,
        on surface: inout some Surface
    ) {
        let room = lane.width / Double(max(marks.count, 1))
        let smallest = layout.length(1.6, compact: 1)
        let radius = min(layout.length(6.5, compact: 3.2), max(room / 3, smallest))
        var (stems, dots) = (Path(), Path())
        for mark in marks {
            let top = Point(x: mark.x, y: lane.y(mark[keyPath: value]))
            stems.addLine(from: Point(x: mark.x, y: lane.bottom), to: top)
            dots.addCircle(top, radius: radius)
        }
        // A ring in the lane's colour separates the dots from lines and areas below them.
        if radius > smallest { surface.stroke(dots, .panel, width: radius / 2) }
        surface.stroke(stems, paint, width: min(layout.length(3, compact: 1.6), radius), opacity: opacity)
        surface.fill(dots, paint)
    }
}

/// The vibrations of a pattern over time, after envelopes, dynamic parameters and curves.
struct VibrationTraces: Sendable {
    /// The most vibrations that are drawn individually. Of more, only the strongest at each position would be visible.
    private static let most = 48
    /// The most evaluations of a pattern; thousands of long vibrations would otherwise take minutes.
    private static let evaluations = 60_000.0
    let traces: [[HapticMark]]

    init(_ pattern: HapticPattern, _ evaluation: HapticEvaluation, _ axis: TimeAxis) {
        let events = pattern.events.filter { $0.kind == .continuous }
        let breakpoints = BreakpointSamples([.hapticIntensity, .hapticSharpness], evaluation, axis)
        traces =
            events.count <= Self.most
            ? events.map { Self.trace($0, evaluation, breakpoints) }
            : Self.strongest(events, evaluation, breakpoints, axis)
    }

    /// Samples one vibration at every second pixel, at both ends, and at every change of slope.
    private static func trace(
        _ event: HapticEvent, _ evaluation: HapticEvaluation, _ breakpoints: BreakpointSamples
    ) -> [HapticMark] {
        let span = evaluation.span(of: event)
        // A sustained vibration falls to 0 at its very end, so its last sample is taken just before.
        let last = max(span.lowerBound, span.upperBound - 1e-6 * (span.upperBound - span.lowerBound))
        let samples = breakpoints.samples(from: span.lowerBound, to: last, with: evaluation.corners(of: event))
        return withoutRepeats(samples.map { HapticMark(x: $0.x, event, evaluation, at: $0.time) })
    }

    /// Returns the strongest vibration in each pixel column, in runs without silence.
    private static func strongest(
        _ events: [HapticEvent], _ evaluation: HapticEvaluation, _ breakpoints: BreakpointSamples, _ axis: TimeAxis
    ) -> [[HapticMark]] {
        var columns = (0..<Int(axis.right) + 2).map { HapticMark(x: Double($0)) }
        let hasBreakpoints = Double(events.count * breakpoints.count) <= evaluations
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
                    columns[place].intensity = intensity
                    columns[place].sharpness = evaluation.sharpness(of: event, at: time)
                }
            }
            for sample in hasBreakpoints ? breakpoints.between(span.lowerBound, span.upperBound) : [] {
                let column = Int(sample.x)
                let intensity = evaluation.intensity(of: event, at: sample.time)
                if intensity > columns[column].intensity {
                    columns[column] = HapticMark(x: Double(column), event, evaluation, at: sample.time)
                }
            }
        }
        return columns.split { $0.intensity == 0 }.map { withoutRepeats(Array($0)) }
    }

    /// Removes the inner samples of level stretches.
    private static func withoutRepeats(_ samples: [HapticMark]) -> [HapticMark] {
        func same(_ one: HapticMark, _ other: HapticMark) -> Bool {
            one.intensity == other.intensity && one.sharpness == other.sharpness
        }
        return samples.indices.filter { index in
            index == 0 || index == samples.count - 1
                || !(same(samples[index - 1], samples[index]) && same(samples[index], samples[index + 1]))
        }.map { samples[$0] }
    }

    /// Draws one value of each vibration in a lane, as an area under a line.
    func draw(
        _ value: KeyPath<HapticMark, Double>, in lane: Box, _ paint: Paint, area opacity: Double,
        _ layout: PictureLayout,
        on surface: inout some Surface
    ) {
        var lines = Path()
        for trace in traces {
            guard let first = trace.first, let last = trace.last else { continue }
            let top = trace.map { Point(x: $0.x, y: lane.y($0[keyPath: value])) }
            let around = [Point(x: first.x, y: lane.bottom)] + top + [Point(x: last.x, y: lane.bottom)]
            surface.fill(Path(around, closed: true), paint, opacity: opacity)
            lines.add(Path(top))
        }
        surface.stroke(lines, paint, width: layout.length(2.5, compact: 1.4))
    }
}

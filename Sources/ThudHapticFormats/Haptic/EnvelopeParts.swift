import ThudCore
import ThudPatterns

/// The one vibration of a `.haptic` file as several: each part of its envelope between two silences. An edit of a part
/// changes nothing else, and the whole keeps the points of the file.
struct EnvelopeParts {
    /// The parts and the taps, as a pattern without notches.
    let pattern: HapticPattern
    private let vibrations: [Vibration]
    private let frequency: PiecewiseLinear?
    /// The points of the file between, before and after the parts.
    private let silence: [PiecewiseLinear.Point]
    private let start: Double

    /// Creates the parts of a pattern without notches and with the points of the file alone; nil if nothing vibrates.
    init?(_ pattern: HapticPattern) {
        let flattened = PatternReduction(pattern.withNotches, format: HapticFile.name).flattened
        guard let first = flattened.vibrations.first else { return nil }
        start = first.start
        frequency = flattened.vibrations.count == 1 ? first.shift : nil
        vibrations = flattened.vibrations.flatMap(Self.parts)
        let ends = Set(vibrations.flatMap { [$0.start, $0.end] })
        silence = flattened.vibrations.flatMap(\.intensityCurve.points).filter { point in
            point.value == 0 && !ends.contains(point.time)
        }
        let whole = FlattenedPattern(taps: flattened.taps, vibrations: vibrations)
        self.pattern = PatternAssembly.pattern(whole, metadata: pattern.metadata).withoutNotches
            .resting(until: pattern.restEnd)
    }

    private static func parts(of whole: Vibration) -> [Vibration] {
        let curve = whole.intensityCurve
        return curve.spansAboveZero.map { span in
            let (start, end) = (max(span.lowerBound, whole.start), min(span.upperBound, whole.end))
            return Vibration(
                start: start, end: end, intensity: 1, sharpness: 0, strength: curve.clipped(from: start, to: end),
                shift: whole.sharpnessCurve.restricted(from: start, to: end))
        }
    }

    /// The events as edits name them: a part with its highest intensity and its first sharpness.
    var events: [HapticEvent] {
        pattern.events.map { event in
            guard event.kind == .continuous, let part = vibrations.last(where: { $0.start <= event.time }) else {
                return event
            }
            return HapticEvent(
                .continuous, at: event.time, duration: event.duration, intensity: part.intensityCurve.largest,
                sharpness: part.sharpnessCurve.points[0].value)
        }
    }

    /// Returns the pattern of the file with parts that have changed, in one vibration without notches.
    func joined(_ changed: HapticPattern) -> HapticPattern {
        let reduced = PatternReduction(changed.withNotches, format: HapticFile.name).flattened
        let parts = reduced.vibrations
        guard let first = parts.first, let last = parts.last else {
            return changed.resting(until: silence.last?.time)
        }
        var strength: [PiecewiseLinear.Point] = []
        func add(_ time: Double, _ value: Double) {
            if strength.last != .init(time: time, value: value) { strength.append(.init(time: time, value: value)) }
        }
        var rest = silence[...]
        func addSilence(until end: Double) {
            while let point = rest.first, point.time < end {
                if point.time > strength.last?.time ?? -1 { add(point.time, 0) }
                rest.removeFirst()
            }
        }
        if start < first.start { add(start, 0) }
        for part in parts {
            if let last = strength.last, last.time < part.start { add(last.time, 0) }
            addSilence(until: part.start)
            let curve = part.intensityCurve.points
            if let last = strength.last, last.time < part.start { add(part.start, 0) }
            for point in curve { add(point.time, point.value) }
        }
        if rest.contains(where: { $0.time > last.end }) { add(last.end, 0) }
        addSilence(until: .infinity)
        func places(_ parts: [Vibration]) -> [[PiecewiseLinear.Point]] { parts.map(\.sharpnessCurve.points) }
        let isInPlace = places(parts) == places(vibrations)
        let shift = isInPlace ? frequency : PiecewiseLinear(parts.flatMap(\.sharpnessCurve.points))?.condensed
        let whole = Vibration(
            start: strength[0].time, end: strength[strength.count - 1].time, intensity: 1, sharpness: 0,
            strength: PiecewiseLinear(strength), shift: shift)
        return PatternAssembly.pattern(
            FlattenedPattern(taps: reduced.taps, vibrations: [whole]), metadata: changed.metadata
        ).withoutNotches.resting(until: changed.restEnd)
    }
}

extension HapticPattern {
    /// The pattern of a `.haptic` file with the points of the file alone, between which the amplitude is linear.
    var withoutInsertedPoints: HapticPattern { changingStrength { AmplitudeLine.condensed($0).points } }

    /// The pattern with the points that make the amplitude between two others linear.
    var withInsertedPoints: HapticPattern { changingStrength { AmplitudeLine.expanded($0.points) } }

    private func changingStrength(_ change: (PiecewiseLinear) -> [PiecewiseLinear.Point]) -> HapticPattern {
        var changed = self
        changed.curves = curves.map { curve in
            guard curve.id == .hapticIntensity, let line = PiecewiseLinear(curve.placedPoints) else { return curve }
            return ParameterCurve(curve.id, at: curve.time, through: change(line))
        }
        return changed
    }
}

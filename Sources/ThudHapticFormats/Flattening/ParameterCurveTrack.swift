import ThudHaptics

/// All that a pattern says about one dynamic parameter as one line over its whole time, as the evaluation of a pattern
/// reads it: whatever started last rules.
struct ParameterCurveTrack {
    /// The line, its openings closed; nil where the pattern says nothing about the parameter.
    let line: PiecewiseLinear?

    /// The taps that the parameter leaves as they are, by their time.
    let opened: Set<Double>

    private struct Segment {
        let start: Double
        let line: PiecewiseLinear
    }

    init(_ id: DynamicParameterID, in pattern: HapticPattern, taps: [Double]) {
        let closed = Self.whole(id, in: pattern, taps: taps).map { Notch.close($0, of: id, at: taps) }
        line = closed.flatMap { PiecewiseLinear(Self.withoutRepeats($0.line.points) { _ in false }) }
        opened = closed?.opened ?? []
    }

    private static func whole(
        _ id: DynamicParameterID, in pattern: HapticPattern, taps: [Double]
    ) -> PiecewiseLinear? {
        let segments = segments(id, in: pattern)
        guard let first = segments.first else { return nil }
        var points: [PiecewiseLinear.Point] = []
        if first.start > 0 {
            points = PiecewiseLinear(constant: id.defaultValue, from: 0, to: first.start).points
        }
        for (index, segment) in segments.enumerated() {
            if index + 1 < segments.count {
                let until = segments[index + 1].start
                if until > segment.start { points += segment.line.clipped(from: segment.start, to: until).points }
            } else {
                // The first value is held from the start on; only a step there needs a point to say so.
                if points.isEmpty {
                    points = segment.line.points
                } else {
                    points.append(.init(time: segment.start, value: segment.line.value(at: segment.start)))
                    points += segment.line.points.filter { $0.time > segment.start }
                }
            }
        }
        // Of two segments the one may end where and as the opening of the next begins: then both points are told apart.
        return PiecewiseLinear(
            withoutRepeats(points) { point in
                let index = taps.partitioningIndex { $0 > point.time - Notch.sameness }
                return point.value == id.defaultValue && index < taps.count
                    && taps[index] < point.time + Notch.sameness
            })
    }

    /// A time that counts from another one. A sum is rounded to the microsecond, so that what was subtracted before
    /// comes out as it went in.
    static func time(_ elapsed: Double, after start: Double) -> Double {
        start == 0 ? elapsed : microseconds(start + elapsed)
    }

    /// The way back.
    static func elapsed(_ time: Double, since start: Double) -> Double {
        start == 0 ? time : microseconds(time - start)
    }

    private static func segments(_ id: DynamicParameterID, in pattern: HapticPattern) -> [Segment] {
        let steps = pattern.parameters.filter { $0.id == id }.map {
            Segment(start: $0.time, line: PiecewiseLinear(constant: $0.value, from: $0.time, to: $0.time))
        }
        let curves = pattern.curves.filter { $0.id == id }.compactMap { curve -> Segment? in
            let points = curve.points.map { point in
                PiecewiseLinear.Point(time: time(point.time, after: curve.time), value: point.value)
            }
            return PiecewiseLinear(points).map { Segment(start: curve.time, line: $0) }
        }
        return (steps + curves).enumerated()
            .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
    }

    private static func withoutRepeats(
        _ points: [PiecewiseLinear.Point], but mayRepeat: (PiecewiseLinear.Point) -> Bool
    ) -> [PiecewiseLinear.Point] {
        var kept: [PiecewiseLinear.Point] = []
        for point in points where kept.last != point || mayRepeat(point) { kept.append(point) }
        return kept
    }
}

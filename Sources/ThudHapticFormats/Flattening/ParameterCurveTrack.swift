import ThudCore
import ThudPatterns

/// One dynamic parameter of a pattern as a single curve over the whole time, without the notches that only AHAP needs.
struct ParameterCurveTrack {
    /// The curve with its notches closed; nil if the pattern does not set the parameter.
    let curve: PiecewiseLinear?
    /// The times of the taps in notches, which the parameter leaves unchanged.
    let notched: Set<Double>

    init(_ id: DynamicParameterID, in pattern: HapticPattern, taps: [Double]) {
        guard let whole = pattern.track(of: id, join: { Self.time($1, after: $0) }) else {
            (curve, notched) = (nil, [])
            return
        }
        // One curve may end at the start and value of the next one's notch. Both points must stay there.
        let points = Self.withoutRepeats(Self.ownPoints(of: whole, id, in: pattern)) { point in
            let index = taps.partitionPoint { $0 > point.time - Notch.tolerance }
            return point.value == id.defaultValue && index < taps.count && taps[index] < point.time + Notch.tolerance
        }
        let closed = Notch.close(PiecewiseLinear(points) ?? whole, of: id, at: taps)
        curve = PiecewiseLinear(Self.withoutRepeats(closed.curve.points) { _ in false })
        notched = closed.notched
    }

    /// Returns the time in the pattern of a point that lies some seconds after the start of its curve. It is rounded
    /// to the microsecond, so that splitting a time into a start and a rest is reversible.
    static func time(_ elapsed: Double, after start: Double) -> Double {
        start == 0 ? elapsed : (start + elapsed).wholeMicroseconds
    }

    /// Returns the inverse of ``time(_:after:)``.
    static func elapsed(_ time: Double, since start: Double) -> Double {
        start == 0 ? time : (time - start).wholeMicroseconds
    }

    /// Returns the points, without a first one that only repeats the value held before the pattern's own first point.
    private static func ownPoints(
        of whole: PiecewiseLinear, _ id: DynamicParameterID, in pattern: HapticPattern
    ) -> [PiecewiseLinear.Point] {
        let first = whole.points[0]
        guard whole.points.count > 1, whole.points[1].value == first.value else { return whole.points }
        let isHeld = pattern.curves.contains { curve in
            curve.id == id && curve.time == first.time && curve.points.first.map { $0.time > 0 } ?? false
        }
        return isHeld ? Array(whole.points.dropFirst()) : whole.points
    }

    private static func withoutRepeats(
        _ points: [PiecewiseLinear.Point], but mayRepeat: (PiecewiseLinear.Point) -> Bool
    ) -> [PiecewiseLinear.Point] {
        var kept: [PiecewiseLinear.Point] = []
        for point in points where kept.last != point || mayRepeat(point) { kept.append(point) }
        return kept
    }
}

extension ParameterCurve {
    /// The points at their times in the pattern.
    var placedPoints: [PiecewiseLinear.Point] {
        points.map { .init(time: ParameterCurveTrack.time($0.time, after: time), value: $0.value) }
    }

    /// Creates a curve that starts at `start`, through points at their times in the pattern.
    init(_ id: DynamicParameterID, at start: Double, through points: [PiecewiseLinear.Point]) {
        self.init(
            id, at: start,
            points: points.map { .init(time: ParameterCurveTrack.elapsed($0.time, since: start), value: $0.value) })
    }
}

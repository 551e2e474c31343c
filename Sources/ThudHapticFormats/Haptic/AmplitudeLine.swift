import ThudCore

/// Straight lines of amplitude as curves of intensity. Players of `.haptic` files draw amplitude in straight lines between
/// two points, and intensity is its root. A curve of AHAP is straight in intensity, so it gets points between, and a writer
/// takes them out again.
///
/// The points between stand where the intensity has made equal steps. Nobody sets points of his own at such times, so that
/// those of a file and those of a reader are told apart.
enum AmplitudeLine {
    typealias Point = PiecewiseLinear.Point

    /// How far the amplitude of a curve may be from the straight line, of the full amplitude.
    static let tolerance = 0.001

    /// The least time of a step, in seconds. What changes faster is not felt.
    private static let shortestStep = 0.001

    /// The most steps of one line: from nothing to full intensity.
    private static let mostSteps = 16

    /// The points of a curve of intensity between two others, which draw the straight line of amplitude from one to the
    /// other.
    static func between(_ from: Point, _ to: Point) -> [Point] {
        let (span, change) = (to.time - from.time, to.value - from.value)
        // Between two steps the amplitude is a parabola, a quarter of the step's square from its chord.
        let wanted = (abs(change) / (2 * tolerance.squareRoot())).rounded(.up)
        let steps = Int(min(wanted, (span / shortestStep / 2).rounded(.down), Double(mostSteps)))
        guard steps > 1 else { return [] }
        return (1..<steps).map { step in
            let value = from.value + change * Double(step) / Double(steps)
            let part = (value * value - from.value * from.value) / (to.value * to.value - from.value * from.value)
            return Point(time: (from.time + span * part).wholeMicroseconds, value: value)
        }
    }

    /// A curve of intensity through points of intensity, straight in amplitude between them.
    static func expanded(_ points: [Point]) -> [Point] {
        var all: [Point] = []
        for point in points {
            if let last = all.last { all += between(last, point) }
            all.append(point)
        }
        return all
    }

    /// A curve of intensity as few points with straight lines of amplitude between: without those of ``between(_:_:)``, and
    /// with more where the curve is straight in intensity instead.
    static func condensed(_ curve: PiecewiseLinear) -> PiecewiseLinear {
        let points = curve.points
        var kept = Array(points.prefix(1))
        var index = 0
        while index < points.count - 1 {
            let next = (index + 1...min(index + mostSteps, points.count - 1)).last { end in
                isSame(between(points[index], points[end]), points[(index + 1)..<end])
            }
            if next == nil { kept += parabola(from: points[index], to: points[index + 1]) }
            index = next ?? index + 1
            kept.append(points[index])
        }
        return PiecewiseLinear(kept) ?? curve
    }

    private static func isSame(_ computed: [Point], _ found: ArraySlice<Point>) -> Bool {
        computed.count == found.count
            && zip(computed, found).allSatisfy {
                abs($0.time - $1.time) < 0.000_001_5 && abs($0.value - $1.value) < 1e-6
            }
    }

    /// Points of a line of intensity, so close that straight lines of amplitude between them are within the tolerance of
    /// ``HapticFile``.
    static func parabola(from: Point, to: Point) -> [Point] {
        // The greatest distance from the chord is a quarter of the square of the difference, and falls with the square of the
        // number of parts.
        let distance = (to.value - from.value) * (to.value - from.value) / 4
        let parts = min(mostSteps, Int((distance / HapticFile.tolerance).squareRoot().rounded(.up)))
        guard to.time - from.time > 0.004, parts > 1 else { return [] }
        return (1..<parts).map { part in
            let fraction = Double(part) / Double(parts)
            return Point(
                time: (from.time + (to.time - from.time) * fraction).wholeMicroseconds,
                value: from.value + (to.value - from.value) * fraction)
        }
    }
}

import ThudCore

/// Converts linear amplitude to curves of intensity and back. Players of `.haptic` files interpolate amplitude
/// linearly between two points, and intensity is its root. AHAP curves are linear in intensity, so a reader inserts
/// points and a writer removes them again.
/// The inserted points divide the change of intensity into equal steps. No author sets points at such times, so a
/// writer can distinguish them from the file's own points.
enum AmplitudeLine {
    typealias Point = PiecewiseLinear.Point

    /// The largest error of a curve from linear amplitude, as a fraction of the line's larger amplitude.
    static let tolerance = 0.001

    /// The intensity to which an error is compared: a weak line is as exact as a strong one, unless it is hardly felt.
    private static func scale(_ from: Point, _ to: Point) -> Double { max(from.value, to.value, 0.1) }

    /// The shortest step, in seconds. Faster changes are not felt.
    private static let shortestStep = 0.001
    /// The most steps of one line: from zero to full intensity.
    private static let mostSteps = 16

    /// Returns the intensity points to insert between two others, so that the amplitude between them is linear.
    static func between(_ from: Point, _ to: Point) -> [Point] {
        let (span, change) = (to.time - from.time, to.value - from.value)
        // Between two steps the amplitude is a parabola, a quarter of the step's square from its chord.
        let wanted = (abs(change) / (2 * tolerance.squareRoot() * scale(from, to))).rounded(.up)
        let steps = Int(min(wanted, (span / shortestStep / 2).rounded(.down), Double(mostSteps)))
        guard steps > 1 else { return [] }
        return (1..<steps).map { step in
            let value = from.value + change * Double(step) / Double(steps)
            let part = (value * value - from.value * from.value) / (to.value * to.value - from.value * from.value)
            return Point(time: (from.time + span * part).wholeMicroseconds, value: value)
        }
    }

    /// Returns a curve of intensity through the points, with linear amplitude between them.
    static func expanded(_ points: [Point]) -> [Point] { PiecewiseLinear.split(points, between) }

    /// Returns a curve of intensity with the fewest points for linear amplitude between them: without those of
    /// ``between(_:_:)``, and with more if a part is linear in intensity.
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
                abs($0.time - $1.time) < Notch.tolerance && abs($0.value - $1.value) < 1e-6
            }
    }

    /// Returns points on a line of intensity, dense enough for linear amplitude within ``HapticFile/tolerance`` of the
    /// line's larger amplitude, and within a few hundredths of itself: a fade-in is felt long before it is strong.
    static func parabola(from: Point, to: Point) -> [Point] { parabola(from, to, scale(from, to)) }

    private static func parabola(_ from: Point, _ to: Point, _ scale: Double) -> [Point] {
        let (distance, larger) = (abs(to.value - from.value) / scale / 2, max(from.value, to.value) / scale)
        let closest = min(HapticFile.tolerance.squareRoot(), 0.17 * max(larger, 0.1))
        guard to.time - from.time > 0.004, distance > closest else { return [] }
        let middle = Point(
            time: ((from.time + to.time) / 2).wholeMicroseconds, value: (from.value + to.value) / 2)
        return parabola(from, middle, scale) + [middle] + parabola(middle, to, scale)
    }
}

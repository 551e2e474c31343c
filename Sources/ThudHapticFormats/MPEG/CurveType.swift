import ThudCore

/// The interpolation between keyframes, in the order of the codes of ISO/IEC 23090-31 (`Tools.cpp` of MPEG's
/// reference software). A curve of only two keyframes is always linear.
enum CurveType: String, CaseIterable {
    /// Interpolates like ``cubic``.
    case unknown = "Unknown"
    /// Cubic Hermite splines that are level at each keyframe.
    case cubic = "Cubic"
    case linear = "Linear"
    /// Akima 1970, "A new method of interpolation and smooth curve fitting based on local procedures".
    case akima = "Akima"
    /// Quadratic Bézier curves over three keyframes each, of which the middle one is the control point.
    case bezier = "Bezier"
    /// A quadratic B-spline with even knots, which passes the first and last keyframes and the midpoints of the others.
    case bspline = "Bspline"

    /// Returns the values of the curve through `points` at ascending times. The points must have strictly ascending
    /// times, and the first and last values extend beyond them.
    func values(at times: some Sequence<Double>, through points: [PiecewiseLinear.Point]) -> [Double] {
        guard points.count > 1 else { return times.map { _ in points.first?.value ?? 0 } }
        let segments = segments(points)
        var index = 0
        return times.map { time in
            while index + 1 < segments.count, time > segments[index].to.time { index += 1 }
            return segments[index].value(at: time)
        }
    }

    private func segments(_ points: [PiecewiseLinear.Point]) -> [Segment] {
        let pairs = Array(zip(points, points.dropFirst()))
        guard points.count > 2 else { return pairs.map { Segment(from: $0, to: $1, shape: .straight) } }
        switch self {
        case .linear: return pairs.map { Segment(from: $0, to: $1, shape: .straight) }
        case .unknown, .cubic: return pairs.map { Segment(from: $0, to: $1, shape: .slopes(0, 0)) }
        case .akima:
            let slopes = Self.akimaSlopes(points)
            return pairs.indices.map {
                Segment(from: pairs[$0].0, to: pairs[$0].1, shape: .slopes(slopes[$0], slopes[$0 + 1]))
            }
        case .bezier:
            return stride(from: 0, to: points.count - 2, by: 2).map {
                Segment(from: points[$0], to: points[$0 + 2], shape: .attracted(points[$0 + 1]))
            }
        case .bspline:
            // A span of such a spline is a Bézier curve between the midpoints before and after a point.
            let inner = points.indices.dropFirst().dropLast()
            return inner.map { index in
                let from = index == 1 ? points[0] : Self.middle(points[index - 1], points[index])
                let to = index == inner.last ? points[index + 1] : Self.middle(points[index], points[index + 1])
                return Segment(from: from, to: to, shape: .attracted(points[index]))
            }
        }
    }

    private static func middle(_ one: PiecewiseLinear.Point, _ other: PiecewiseLinear.Point) -> PiecewiseLinear.Point {
        .init(time: (one.time + other.time) / 2, value: (one.value + other.value) / 2)
    }

    /// Returns Akima's slopes at each of at least three points: the slopes of the adjacent lines, each weighted by
    /// the change of slope on the other side.
    private static func akimaSlopes(_ points: [PiecewiseLinear.Point]) -> [Double] {
        let lines = zip(points, points.dropFirst()).map { ($1.value - $0.value) / ($1.time - $0.time) }
        let count = lines.count
        let (first, last) = (lines[0] - lines[1], lines[count - 1] - lines[count - 2])
        let slopes =
            [lines[0] + 2 * first, lines[0] + first] + lines + [lines[count - 1] + last, lines[count - 1] + 2 * last]
        let changes = zip(slopes, slopes.dropFirst()).map { abs($1 - $0) }
        let largest = points.indices.map { changes[$0] + changes[$0 + 2] }.max() ?? 0
        return points.indices.map { index in
            let (before, after) = (changes[index], changes[index + 2])
            guard before + after > 1e-8 * largest else { return slopes[index + 1] }
            return (after * slopes[index + 1] + before * slopes[index + 2]) / (before + after)
        }
    }

    private struct Segment {
        enum Shape {
            case straight
            case slopes(Double, Double)
            case attracted(PiecewiseLinear.Point)
        }

        let from: PiecewiseLinear.Point
        let to: PiecewiseLinear.Point
        let shape: Shape

        func value(at time: Double) -> Double {
            let length = to.time - from.time
            let part = min(max((time - from.time) / length, 0), 1)
            switch shape {
            case .straight: return from.value + (to.value - from.value) * part
            case .slopes(let first, let last):
                let rest = 1 - part
                return from.value * rest * rest * (1 + 2 * part) + to.value * part * part * (1 + 2 * rest)
                    + length * part * rest * (first * rest - last * part)
            case .attracted(let middle):
                let step = parameter(part, (middle.time - from.time) / length)
                let rest = 1 - step
                return from.value * rest * rest + 2 * middle.value * rest * step + to.value * step * step
            }
        }

        /// Returns the Bézier parameter at a fraction of the time, if the control point is at fraction `middle`.
        private func parameter(_ part: Double, _ middle: Double) -> Double {
            let square = 1 - 2 * middle
            guard abs(square) > 1e-9 else { return part }
            let root = (middle * middle + square * part).squareRoot()
            return min(max((root - middle) / square, 0), 1)
        }
    }
}

/// Straight lines through samples, as few as one pass finds, none farther than a tolerance from any sample.
///
/// This is the swing filter (Elmeleegy et al. 2009, "Online piece-wise linear approximation of numerical streams with
/// precision guarantees"): from a point on, the slopes that pass every sample within the tolerance are a cone that each
/// sample narrows; before it closes, the line ends and the next one begins there.
enum CurveFit {
    /// Points and samples alike.
    struct Point {
        let time: Double
        let value: Double
    }

    /// What points lose by being rounded to four digits, and lines by that and by times to the microsecond.
    private static let rounding = 2e-4

    /// The points of the lines. Times must ascend, values lie within 0 to 1, and the tolerance be at least 0.01; the
    /// points then lie within 0 to 1, too. The first and the last stand where the first and the last sample stand.
    static func points(through samples: [Point], tolerance: Double) -> [Point] {
        guard let first = samples.first else { return [] }
        var points: [Point] = []
        var corner = rounded(first)
        var cone = -Double.infinity...Double.infinity
        var last = first
        for sample in samples.dropFirst() {
            if !cone.overlaps(slopes(from: corner, to: sample, tolerance)) {
                points.append(corner)
                corner = end(of: cone, from: corner, at: last)
                cone = -.infinity...(.infinity)
            }
            cone = cone.clamped(to: slopes(from: corner, to: sample, tolerance))
            last = sample
        }
        return points + (samples.count > 1 ? [corner, end(of: cone, from: corner, at: last)] : [corner])
    }

    /// The slopes that pass a sample within the tolerance and within 0 to 1.
    private static func slopes(from point: Point, to sample: Point, _ tolerance: Double) -> ClosedRange<Double> {
        let run = sample.time - point.time
        let slack = tolerance - rounding
        return (max(0, sample.value - slack) - point.value) / run...(min(1, sample.value + slack) - point.value) / run
    }

    /// The point at which a line ends: as near to the sample there as the cone allows.
    private static func end(of cone: ClosedRange<Double>, from point: Point, at sample: Point) -> Point {
        let run = sample.time - point.time
        let slope = min(max((sample.value - point.value) / run, cone.lowerBound), cone.upperBound)
        return rounded(Point(time: sample.time, value: point.value + slope * run))
    }

    private static func rounded(_ point: Point) -> Point {
        Point(time: point.time, value: min(max((point.value * 1e4).rounded() / 1e4, 0), 1))
    }
}

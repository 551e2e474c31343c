import ThudCore

/// When a step or a curve drives its parameter, as a check of the whole pattern sees it.
struct ControlSpan {
    let place: JSONReader
    let id: DynamicParameterID
    let isStep: Bool

    /// From the start to the last point, in seconds from the pattern's start; empty for a step.
    let times: Range<Double>

    /// The points' times in seconds from the pattern's start, in order.
    let points: [Double]

    /// That the points seem to count from the wrong zero.
    let finding: AHAPTimeline.Finding?

    init(_ parameter: DynamicParameter, at place: JSONReader) {
        self.place = place
        id = parameter.id
        isStep = true
        times = parameter.time..<parameter.time
        points = [parameter.time]
        finding = nil
    }

    /// A curve of at least one point. `eventEnds` is sorted, `end` the end of the pattern where it is known.
    init(_ curve: ParameterCurve, at place: JSONReader, eventEnds: [Double], end: Double?) {
        self.place = place
        id = curve.id
        isStep = false
        points = curve.points.map { curve.time + $0.time }
        times = curve.time..<max(curve.time, points.last ?? curve.time)
        let isAbsolute = Self.looksAbsolute(curve, eventEnds: eventEnds, end: end)
        finding =
            isAbsolute
            ? AHAPTimeline.Finding(
                place: place, disposition: .suspicious,
                message: "the points' times count from the curve's Time; "
                    + "these look as if they counted from the pattern's start")
            : nil
    }

    /// Whether the points' times seem to count from the pattern's start instead of the curve's. A well-known exporter
    /// begins every 16-point segment after its first so: the first point repeats the curve's own Time.
    ///
    /// A curve that truly waits as long as it came late is told apart by where it ends: with an event if its times are
    /// relative. One whose first point stands later than the curve's Time is taken as absolute only if all of it would
    /// come after the pattern's end, and none of it as it stands.
    private static func looksAbsolute(_ curve: ParameterCurve, eventEnds: [Double], end: Double?) -> Bool {
        guard curve.time > 0, let first = curve.points.first?.time, let last = curve.points.last?.time else {
            return false
        }
        let tolerance = AHAPTimeline.tolerance
        if abs(first - curve.time) <= 1e-6 {
            let endsWithEvent = isNear(eventEnds, curve.time + last, within: tolerance)
            return !endsWithEvent || isNear(eventEnds, last, within: tolerance)
        }
        guard let end, first > curve.time else { return false }
        return curve.time + first > end + tolerance && last <= end + tolerance
    }

    /// Whether one of the sorted numbers is as near as that to a value.
    private static func isNear(_ sorted: [Double], _ value: Double, within distance: Double) -> Bool {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value - distance { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low] <= value + distance
    }
}

/// Straight lines from point to point; two points of one time are a step. Before the first point and after the last
/// one the value is held.
struct PiecewiseLinear: Hashable, Sendable {
    struct Point: Hashable, Sendable {
        /// Seconds.
        var time: Double
        var value: Double
    }

    /// At least one, in the order of time.
    let points: [Point]

    /// A line through points in any order; those of one time stay in theirs. Nil without a point.
    init?(_ points: [Point]) {
        if points.isEmpty { return nil }
        let isSorted = zip(points, points.dropFirst()).allSatisfy { $0.time <= $1.time }
        self.points =
            isSorted
            ? points
            : points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
                .map(\.element)
    }

    private init(inOrder points: [Point]) { self.points = points }

    /// A line of one value.
    init(constant value: Double, from start: Double, to end: Double) {
        points = [Point(time: start, value: value), Point(time: end, value: value)]
    }

    /// The value at a time, after any step there.
    func value(at time: Double) -> Double { value(time, after: count { $0.time <= time }) }

    /// The value just before a time, before any step there.
    func value(before time: Double) -> Double { value(time, after: count { $0.time < time }) }

    /// The part within a span, with a point at each of its ends.
    func clipped(from start: Double, to end: Double) -> PiecewiseLinear {
        let inner = points[count { $0.time <= start }..<max(count { $0.time <= start }, count { $0.time < end })]
        return PiecewiseLinear(
            inOrder: [Point(time: start, value: value(at: start))] + inner
                + [Point(time: end, value: value(before: end))])
    }

    /// The part within a span as ``clipped(from:to:)`` has it, without points that only hold the value of their
    /// neighbour.
    func restricted(from start: Double, to end: Double) -> PiecewiseLinear {
        let clipped = clipped(from: start, to: end)
        let inner = points[count { $0.time < start }..<max(count { $0.time < start }, count { $0.time <= end })]
        guard let first = inner.first, let last = inner.last else { return clipped }
        var kept = clipped.points
        if first.time > start, kept[0].value == first.value { kept.removeFirst() }
        if last.time < end, kept[kept.count - 1].value == last.value { kept.removeLast() }
        return PiecewiseLinear(inOrder: kept)
    }

    /// The same line on a grid of times: of all points that meet at one time the first and the last remain.
    func onGrid(_ grid: (Double) -> Double) -> PiecewiseLinear {
        var kept: [Point] = []
        for point in points {
            let moved = Point(time: grid(point.time), value: point.value)
            if kept.count > 1, kept[kept.count - 2].time == moved.time { kept.removeLast() }
            if kept.last != moved { kept.append(moved) }
        }
        return PiecewiseLinear(inOrder: kept)
    }

    /// The same line without points that stand between two of their own value.
    var condensed: PiecewiseLinear {
        var kept: [Point] = []
        for point in points {
            if kept.last == point { continue }
            if kept.count > 1, kept[kept.count - 1].value == point.value, kept[kept.count - 2].value == point.value {
                kept.removeLast()
            }
            kept.append(point)
        }
        return PiecewiseLinear(inOrder: kept)
    }

    /// How many points stand within a span.
    func count(from start: Double, to end: Double) -> Int {
        max(0, count { $0.time <= end } - count { $0.time < start })
    }

    /// Every so many points, and the last one.
    func thinned(by step: Int) -> PiecewiseLinear {
        if step <= 1 { return self }
        return PiecewiseLinear(
            inOrder: stride(from: 0, to: points.count, by: step).map { points[$0] } + points.suffix(1))
    }

    /// Whether it has this value all the time.
    func isConstantly(_ value: Double) -> Bool { points.allSatisfy { $0.value == value } }

    /// Whether it has one value all the time.
    var isConstant: Bool { isConstantly(points[0].value) }

    /// The same times with other values.
    func map(_ change: (Double) -> Double) -> PiecewiseLinear {
        PiecewiseLinear(inOrder: points.map { Point(time: $0.time, value: change($0.value)) })
    }

    /// The same line held within a range: where it leaves the range it has a corner.
    func clamped(to range: ClosedRange<Double>) -> PiecewiseLinear {
        if points.allSatisfy({ range.contains($0.value) }) { return self }
        var kept: [Point] = []
        for point in points {
            if let last = kept.last { kept += Self.crossings(of: range, from: last, to: point) }
            kept.append(point)
        }
        return PiecewiseLinear(inOrder: kept).map { min(max($0, range.lowerBound), range.upperBound) }
    }

    /// The same line without signs: where it passes 0 it has a corner.
    var magnitude: PiecewiseLinear {
        if points.allSatisfy({ $0.value >= 0 }) { return self }
        var kept: [Point] = []
        for point in points {
            if let last = kept.last, let crossing = Self.crossing(of: 0, from: last, to: point) {
                kept.append(crossing)
            }
            kept.append(point)
        }
        return PiecewiseLinear(inOrder: kept).map(abs)
    }

    /// Where the line between two points passes the ends of a range.
    private static func crossings(of range: ClosedRange<Double>, from: Point, to: Point) -> [Point] {
        let ends = from.value < to.value ? [range.lowerBound, range.upperBound] : [range.upperBound, range.lowerBound]
        return ends.compactMap { crossing(of: $0, from: from, to: to) }
    }

    /// Where the line between two points passes a value.
    private static func crossing(of value: Double, from: Point, to: Point) -> Point? {
        guard (from.value < value) != (to.value < value), from.value != value, to.value != value else { return nil }
        let part = (value - from.value) / (to.value - from.value)
        let time = microseconds(from.time + (to.time - from.time) * part)
        return from.time < time && time < to.time ? Point(time: time, value: value) : nil
    }

    private func value(_ time: Double, after passed: Int) -> Double {
        if passed == 0 { return points[0].value }
        let from = points[passed - 1]
        guard passed < points.count else { return from.value }
        let to = points[passed]
        // At a point its own value, to the last bit.
        guard time < to.time else { return to.value }
        return from.value + (to.value - from.value) * (time - from.time) / (to.time - from.time)
    }

    /// How many points at the front meet a condition, by bisection.
    private func count(where meets: (Point) -> Bool) -> Int {
        var low = 0
        var high = points.count
        while low < high {
            let middle = (low + high) / 2
            if meets(points[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

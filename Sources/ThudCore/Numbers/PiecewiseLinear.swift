import Glibc

/// A function of time made of straight lines between points. Two points at the same time form a step. The first value
/// holds before the first point, and the last value holds after the last point.
///
///     let swell = PiecewiseLinear([.init(time: 0, value: 0), .init(time: 0.5, value: 1)])
///     swell?.value(at: 0.25)  // 0.5
///
/// Operations place new points on whole microseconds, as in pattern files.
public struct PiecewiseLinear: Hashable, Sendable {
    /// A corner of the function.
    public struct Point: Hashable, Sendable {
        /// The time in seconds.
        public var time: Double
        /// The value at that time.
        public var value: Double

        /// Creates a point.
        public init(time: Double, value: Double) {
            self.time = time
            self.value = value
        }
    }

    /// The points in order of time, at least one.
    public let points: [Point]

    /// Creates a function through points in any order. Points at the same time keep their order. Nil without points.
    public init?(_ points: [Point]) {
        if points.isEmpty { return nil }
        let isSorted = zip(points, points.dropFirst()).allSatisfy { $0.time <= $1.time }
        self.points = isSorted ? points : points.sorted { $0.time < $1.time }
    }

    private init(inOrder points: [Point]) { self.points = points }

    /// Creates a function with one value from `start` to `end`.
    public init(constant value: Double, from start: Double, to end: Double) {
        points = [Point(time: start, value: value), Point(time: end, value: value)]
    }

    /// The time of the last point, in seconds.
    public var end: Double { points[points.count - 1].time }

    // MARK: - Values

    /// Returns the value at a time. At a step this is the value after it.
    public func value(at time: Double) -> Double { value(time, after: points.partitionPoint { $0.time > time }) }

    /// Returns the value just before a time. At a step this is the value before it.
    public func value(before time: Double) -> Double { value(time, after: points.partitionPoint { $0.time >= time }) }

    /// Returns the values at the middle of `count` ticks of `step` seconds, counted from time 0. It walks along the
    /// points once, because searching for each tick would take longer than computing that tick's samples.
    public func values(every step: Double, count: Int) -> [Double] {
        var passed = 0
        return (0..<count).map { tick in
            let time = (Double(tick) + 0.5) * step
            while passed < points.count, points[passed].time <= time { passed += 1 }
            return value(time, after: passed)
        }
    }

    private func value(_ time: Double, after passed: Int) -> Double {
        if passed == 0 { return points[0].value }
        let from = points[passed - 1]
        guard passed < points.count else { return from.value }
        let to = points[passed]
        // At a point the result is exactly the point's value, to the last bit.
        guard time < to.time else { return to.value }
        return from.value + (to.value - from.value) * (time - from.time) / (to.time - from.time)
    }

    /// Returns whether every value equals this one.
    public func isConstantly(_ value: Double) -> Bool { points.allSatisfy { $0.value == value } }

    /// Whether all values are the same.
    public var isConstant: Bool { isConstantly(points[0].value) }

    /// The spans during which the function is above 0, in order of time, if it never goes below 0. The last span may be
    /// infinite.
    public var spansAboveZero: [ClosedRange<Double>] {
        var spans: [ClosedRange<Double>] = []
        let times = [0] + points.map(\.time) + [.infinity]
        for (from, to) in zip(times, times.dropFirst()) where to > from {
            let middle = to.isFinite ? (from + to) / 2 : from
            guard value(at: middle) > 0 else { continue }
            if let last = spans.last, last.upperBound == from {
                spans[spans.count - 1] = last.lowerBound...to
            } else {
                spans.append(from...to)
            }
        }
        return spans
    }

    // MARK: - Parts

    /// Returns the part within a span, with a point at each end of the span.
    public func clipped(from start: Double, to end: Double) -> PiecewiseLinear {
        let first = points.partitionPoint { $0.time > start }
        let inner = points[first..<max(first, points.partitionPoint { $0.time >= end })]
        return PiecewiseLinear(
            inOrder: [Point(time: start, value: value(at: start))] + inner
                + [Point(time: end, value: value(before: end))])
    }

    /// Returns the part within a span like ``clipped(from:to:)``, but without end points that only repeat a neighbour.
    public func restricted(from start: Double, to end: Double) -> PiecewiseLinear {
        let clipped = clipped(from: start, to: end)
        let inner = points[indices(from: start, to: end)]
        guard let first = inner.first, let last = inner.last else { return clipped }
        var kept = clipped.points
        if first.time > start, kept[0].value == first.value { kept.removeFirst() }
        if last.time < end, kept[kept.count - 1].value == last.value { kept.removeLast() }
        return PiecewiseLinear(inOrder: kept)
    }

    /// Returns the number of points within a span, both ends included.
    public func count(from start: Double, to end: Double) -> Int { indices(from: start, to: end).count }

    private func indices(from start: Double, to end: Double) -> Range<Int> {
        let first = points.partitionPoint { $0.time >= start }
        return first..<max(first, points.partitionPoint { $0.time > end })
    }

    // MARK: - Fewer points

    /// The same function without points that lie between two points of equal value.
    public var condensed: PiecewiseLinear {
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

    /// Returns only every `step`-th point, and the last one.
    public func thinned(by step: Int) -> PiecewiseLinear {
        if step <= 1 { return self }
        return PiecewiseLinear(
            inOrder: stride(from: 0, to: points.count, by: step).map { points[$0] } + points.suffix(1))
    }

    /// Returns the same values at times moved by `grid`. Of points at the same new time the first and the last remain.
    public func onGrid(_ grid: (Double) -> Double) -> PiecewiseLinear {
        var kept: [Point] = []
        for point in points {
            let moved = Point(time: grid(point.time), value: point.value)
            if kept.count > 1, kept[kept.count - 2].time == moved.time { kept.removeLast() }
            if kept.last != moved { kept.append(moved) }
        }
        return PiecewiseLinear(inOrder: kept)
    }

    /// Creates a function through few of the samples that is near all of them, in one pass; nil if there are none.
    ///
    /// From each of its points, the slopes that pass the samples within the tolerance form a cone, which each sample
    /// narrows (Sklansky and Gonzalez 1980, "Fast polygonal approximation of digitized curves"). The line ends at the
    /// last sample inside the cone. A line to the edge of the cone would be longer, but overshoot at each bend.
    ///
    /// - Parameters:
    ///   - samples: at ascending times.
    ///   - tolerance: the largest distance from any sample. It must be far above the rounding to `decimals`.
    ///   - decimals: the decimals to which the values of the points are rounded.
    public init?(fitting samples: [Point], tolerance: Double, decimals: Int) {
        let scale = pow(10, Double(decimals))
        let rounded = samples.map { Point(time: $0.time, value: ($0.value * scale).rounded() / scale) }
        guard let first = rounded.first else { return nil }
        // Rounding moves points by half a decimal. Lines lose as much, and more by times rounded to the microsecond.
        let slack = tolerance - 2 / scale
        var points = [first]
        var place = 0
        while place + 1 < rounded.count {
            place = Self.end(from: place, through: rounded, within: slack)
            points.append(rounded[place])
        }
        self.points = points
    }

    /// Returns the last sample at which a line from sample `first` may end.
    private static func end(from first: Int, through samples: [Point], within slack: Double) -> Int {
        var slopes = -Double.infinity...Double.infinity
        var end = first + 1
        for place in end..<samples.count {
            let run = samples[place].time - samples[first].time
            let rise = samples[place].value - samples[first].value
            let passing = (rise - slack) / run...(rise + slack) / run
            // The search looks no farther than twice the length of the line, so that all take one pass.
            guard slopes.overlaps(passing), place - first < 2 * (end - first) + 20 else { break }
            slopes = slopes.clamped(to: passing)
            if slopes.contains(rise / run) { end = place }
        }
        return end
    }

    // MARK: - Arithmetic

    /// Returns a function with the same times and changed values.
    public func map(_ change: (Double) -> Double) -> PiecewiseLinear {
        PiecewiseLinear(inOrder: points.map { Point(time: $0.time, value: change($0.value)) })
    }

    /// Returns a function with the same values and changed times, which must keep their order.
    public func mapTimes(_ change: (Double) -> Double) -> PiecewiseLinear {
        PiecewiseLinear(inOrder: points.map { Point(time: change($0.time), value: $0.value) })
    }

    /// Returns the function clamped to a range, with a new point wherever it crosses an end of the range.
    public func clamped(to range: ClosedRange<Double>) -> PiecewiseLinear {
        if points.allSatisfy({ range.contains($0.value) }) { return self }
        let (low, high) = (range.lowerBound, range.upperBound)
        let split = Self.split(points) { from, to in
            (from.value < to.value ? [low, high] : [high, low]).compactMap { Self.crossing(of: $0, from: from, to: to) }
        }
        return PiecewiseLinear(inOrder: split).map { min(max($0, low), high) }
    }

    /// The absolute value of the function, with a new point at each crossing of 0.
    public var magnitude: PiecewiseLinear {
        if points.allSatisfy({ $0.value >= 0 }) { return self }
        let split = Self.split(points) { [Self.crossing(of: 0, from: $0, to: $1)].compactMap(\.self) }
        return PiecewiseLinear(inOrder: split).map(abs)
    }

    /// Returns the product with another function over the span of this one. If both change between two points, the
    /// product is a parabola, which three points in between approximate.
    public func multiplied(by other: PiecewiseLinear) -> PiecewiseLinear {
        let (start, end) = (points[0].time, end)
        let inner = (points + other.points).map(\.time).filter { $0 > start && $0 < end }
        let times = Set(inner + [start, end]).sorted()
        var product: [Point] = []
        for (index, time) in times.enumerated() {
            let before = value(before: time) * other.value(before: time)
            let after = value(at: time) * other.value(at: time)
            if index > 0 { product.append(Point(time: time, value: before)) }
            guard index + 1 < times.count else { continue }
            if index == 0 || before != after { product.append(Point(time: time, value: after)) }
            let next = times[index + 1]
            if value(at: time) == value(before: next) || other.value(at: time) == other.value(before: next) { continue }
            for part in [0.25, 0.5, 0.75] {
                let between = time + (next - time) * part
                product.append(Point(time: between, value: value(at: between) * other.value(at: between)))
            }
        }
        // If the span is empty, there is nothing to multiply.
        return product.isEmpty ? self : PiecewiseLinear(inOrder: product)
    }

    /// Returns points with those that `between` returns for each pair of neighbours.
    package static func split(_ points: [Point], _ between: (Point, Point) -> [Point]) -> [Point] {
        var all: [Point] = []
        for point in points {
            if let last = all.last { all += between(last, point) }
            all.append(point)
        }
        return all
    }

    /// Returns the point at which the line between two points crosses a value.
    private static func crossing(of value: Double, from: Point, to: Point) -> Point? {
        guard (from.value < value) != (to.value < value), from.value != value, to.value != value else { return nil }
        let part = (value - from.value) / (to.value - from.value)
        let time = (from.time + (to.time - from.time) * part).wholeMicroseconds
        return from.time < time && time < to.time ? Point(time: time, value: value) : nil
    }
}

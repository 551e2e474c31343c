/// All that a pattern says about one dynamic parameter, as a function of time.
///
/// A step is a curve of one point. Whatever started last rules: a curve from its own time on, holding its first value
/// until the first point and its last value after the last, until a later step or curve takes over.
struct ControlTrack: Sendable {
    private struct Segment {
        let start: Double
        let points: [ParameterCurve.Point]

        /// The value, `elapsed` seconds after the start, where `passed` points lie behind.
        func value(at elapsed: Double, passed: Int) -> Double {
            if passed == 0 { return points[0].value }
            let from = points[passed - 1]
            guard passed < points.count else { return from.value }
            let to = points[passed]
            return from.value + (to.value - from.value) * (elapsed - from.time) / (to.time - from.time)
        }
    }

    private let segments: [Segment]
    private let defaultValue: Double

    init(_ id: DynamicParameterID, in pattern: HapticPattern) {
        defaultValue = id.defaultValue
        let steps = pattern.parameters.filter { $0.id == id }.map {
            Segment(start: $0.time, points: [.init(time: 0, value: $0.value)])
        }
        let curves = pattern.curves.filter { $0.id == id && !$0.points.isEmpty }.map {
            Segment(start: $0.time, points: $0.points)
        }
        segments = (steps + curves).enumerated()
            .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
    }

    /// The value at a time in seconds.
    func value(at time: Double) -> Double {
        let started = countOfPrefix(segments) { $0.start <= time }
        guard started > 0 else { return defaultValue }
        let segment = segments[started - 1]
        let elapsed = time - segment.start
        return segment.value(at: elapsed, passed: countOfPrefix(segment.points) { $0.time <= elapsed })
    }

    /// The values in the middle of `count` ticks of `step` seconds: one walk, as bisecting for each tick would take
    /// longer than the tick's samples.
    func values(every step: Double, count: Int) -> [Double] {
        var values = [Double](repeating: defaultValue, count: count)
        var started = 0
        var passed = 0
        for tick in 0..<count {
            let time = (Double(tick) + 0.5) * step
            while started < segments.count, segments[started].start <= time {
                started += 1
                passed = 0
            }
            guard started > 0 else { continue }
            let segment = segments[started - 1]
            let elapsed = time - segment.start
            while passed < segment.points.count, segment.points[passed].time <= elapsed { passed += 1 }
            values[tick] = segment.value(at: elapsed, passed: passed)
        }
        return values
    }

    /// Where the value of a parameter that multiplies is above 0 for longer than some seconds, in the order of time.
    func spansAboveZero(longerThan shortest: Double) -> [ClosedRange<Double>] {
        var spans: [ClosedRange<Double>] = []
        let times = turns
        for (from, to) in zip(times, times.dropFirst()) where to > from {
            let middle = to.isFinite ? (from + to) / 2 : from
            guard value(at: middle) > 0 else { continue }
            if let last = spans.last, last.upperBound == from {
                spans[spans.count - 1] = last.lowerBound...to
            } else {
                spans.append(from...to)
            }
        }
        return spans.filter { $0.upperBound - $0.lowerBound > shortest }
    }

    /// The times between which the value moves in a straight line, in their order, from 0 to infinity.
    var turns: [Double] {
        var times = [0.0]
        for (index, segment) in segments.enumerated() {
            let until = index + 1 < segments.count ? segments[index + 1].start : .infinity
            times.append(segment.start)
            times += segment.points.map { segment.start + $0.time }.filter { $0 < until }
        }
        return times + [.infinity]
    }

    /// How many elements at the front of a sorted array meet a condition, by bisection.
    private func countOfPrefix<Element>(_ elements: [Element], where meets: (Element) -> Bool) -> Int {
        var low = 0
        var high = elements.count
        while low < high {
            let middle = (low + high) / 2
            if meets(elements[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

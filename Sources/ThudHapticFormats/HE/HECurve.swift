import ThudCore

/// The curve of one continuous event, as it is written.
/// Players need at least four points at rising times in whole milliseconds, starting with strength 0 at 0 ms and
/// ending with strength 0 at the event's end. OpenHarmony's `HEVibratorDecoder` refuses the file otherwise. So an
/// event that starts abruptly rises within its first millisecond and falls within its last.
struct HECurve {
    /// A point: milliseconds from the event's start, a strength of 0 to 1 in thousandths, and a shift of -100 to 100.
    struct Point: Hashable {
        var time: Int
        var strength: Double
        var shift: Int

        /// Whether another point within the same millisecond is no step, but the next of a dense curve. If both were
        /// kept, each would push the points behind it further.
        fileprivate func isNear(_ other: Point) -> Bool {
            abs(strength - other.strength) < 0.05 && abs(shift - other.shift) < 5
        }
    }

    /// The points at rising times, from 0 to the duration.
    private(set) var points: [Point] = []
    /// Milliseconds, at least ``HEFile/shortest``.
    let duration: Int
    /// The intensity of the vibration, of which the curve's strengths are parts.
    private let intensity: Double
    /// The errors so far, to which those of the curve are added.
    private(set) var rounding: GridRounding

    /// Creates the curve of a part of a vibration; both numbers are in milliseconds.
    init(_ vibration: Vibration, from start: Int, duration: Int, _ rounding: GridRounding) {
        self.duration = duration
        self.rounding = rounding
        intensity = vibration.intensity
        let (from, to) = (Double(start) / 1e3, Double(start + duration) / 1e3)
        let strength = vibration.strength ?? PiecewiseLinear(constant: 1, from: from, to: to)
        let shift = vibration.shift ?? PiecewiseLinear(constant: 0, from: from, to: to)
        let clipped = (strength.clipped(from: from, to: to), shift.clipped(from: from, to: to))
        let times = Set(clipped.0.points.map(\.time) + clipped.1.points.map(\.time)).sorted()
        for (index, time) in times.enumerated() {
            let exact = time * 1e3 - Double(start)
            let elapsed = min(max(milliseconds(time) - start, 0), duration)
            self.rounding.include(time: abs(Double(elapsed) - exact) / 1e3)
            if index > 0 { add(elapsed, strength.value(before: time), shift.value(before: time)) }
            if index < times.count - 1 { add(elapsed, strength.value(at: time), shift.value(at: time)) }
        }
        close()
        spread()
        pad()
    }

    private mutating func add(_ time: Int, _ strength: Double, _ shift: Double) {
        let percent = rounding.percent(ofSharpness: shift)
        let point = Point(time: time, strength: strength.rounded(decimals: 3), shift: percent)
        rounding.include(intensity: intensity * point.strength, against: intensity * strength)
        if let last = points.last, points.count > 1, last.time == time, last.isNear(point) { points.removeLast() }
        if points.last == point { return }
        // Only the first and last points within one millisecond remain.
        if points.count > 1, points[points.count - 2].time == time { points.removeLast() }
        points.append(point)
    }

    /// Makes the strength begin and end at 0. If the next point is a millisecond away and of the same strength, it
    /// already ends the rise or begins the fall.
    private mutating func close() {
        if let first = points.first, first.strength > 0 {
            let rises = points.count > 1 && points[1].time == 1 && points[1].strength == first.strength
            if rises { points.removeFirst() }
            points.insert(Point(time: 0, strength: 0, shift: first.shift), at: 0)
        }
        if let last = points.last, last.strength > 0 {
            let before = points.count > 1 ? points[points.count - 2] : last
            let falls = before.time == duration - 1 && before.strength == last.strength
            if falls { points.removeLast() }
            points.append(Point(time: duration, strength: 0, shift: last.shift))
        }
    }

    /// Moves points so that each is at least a millisecond after the one before.
    private mutating func spread() {
        if points.count > duration + 1 { thin() }
        var times = points.map(\.time)
        times[times.count - 1] = duration
        for index in times.indices.dropFirst() { times[index] = max(times[index], times[index - 1] + 1) }
        times[times.count - 1] = duration
        for index in times.indices.dropLast().reversed() { times[index] = min(times[index], times[index + 1] - 1) }
        for index in points.indices {
            // The first and last milliseconds are the rise and fall of every event.
            if index > 1, index < points.count - 2 { rounding.include(step: abs(points[index].time - times[index])) }
            points[index].time = times[index]
        }
    }

    /// Keeps one point per millisecond, besides the very first and last.
    private mutating func thin() {
        var kept: [Point] = []
        for point in points.dropFirst().dropLast() where point.time > 0 && point.time < duration {
            if kept.last?.time == point.time { kept.removeLast() }
            kept.append(point)
        }
        points = points.prefix(1) + kept + points.suffix(1)
    }

    /// Adds points in the middle of the longest lines until there are as many as players need.
    private mutating func pad() {
        while points.count < HEFile.fewestPoints {
            let gaps = zip(points, points.dropFirst()).map { $1.time - $0.time }
            guard let longest = gaps.max(), longest > 1, let index = gaps.firstIndex(of: longest) else { return }
            let (from, to) = (points[index], points[index + 1])
            let time = from.time + longest / 2
            let part = Double(time - from.time) / Double(longest)
            let shift = Double(from.shift) + Double(to.shift - from.shift) * part
            points.insert(
                Point(
                    time: time, strength: (from.strength + (to.strength - from.strength) * part).rounded(decimals: 3),
                    shift: Int(shift.rounded())), at: index + 1)
        }
    }
}

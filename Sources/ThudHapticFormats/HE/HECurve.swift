/// The curve of one continuous event while it is written.
struct HECurve {
    struct Point: Hashable {
        /// Milliseconds from the event's start.
        var time: Int
        /// 0 to 1, to the thousandth.
        var strength: Double
        /// -100 to 100.
        var shift: Int
    }

    private(set) var points: [Point] = []

    private let duration: Int

    /// The part of a vibration from a start on, in milliseconds.
    init(_ vibration: Vibration, from start: Int, duration: Int, _ rounding: inout GridRounding) {
        self.duration = duration
        let (from, to) = (Double(start) / 1e3, Double(start + duration) / 1e3)
        let strength = vibration.strength ?? PiecewiseLinear(constant: 1, from: from, to: to)
        let shift = vibration.shift ?? PiecewiseLinear(constant: 0, from: from, to: to)
        let clipped = (strength.clipped(from: from, to: to), shift.clipped(from: from, to: to))
        let times = Set(clipped.0.points.map(\.time) + clipped.1.points.map(\.time)).sorted()
        for (index, time) in times.enumerated() {
            let elapsed = rounding.milliseconds(time) - start
            if index > 0 { add(elapsed, strength.value(before: time), shift.value(before: time), &rounding) }
            if index < times.count - 1 { add(elapsed, strength.value(at: time), shift.value(at: time), &rounding) }
        }
        pad()
    }

    private mutating func add(_ time: Int, _ strength: Double, _ shift: Double, _ rounding: inout GridRounding) {
        let point = Point(
            time: min(max(time, 0), duration), strength: rounded(strength, 3),
            shift: rounding.percent(ofSharpness: shift))
        rounding.note(intensity: abs(point.strength - strength))
        guard let last = points.last else { return points.append(point) }
        if last.strength == point.strength, last.shift == point.shift, last.time == point.time { return }
        // Times rise by a millisecond at least; a step takes one.
        if point.time > last.time {
            points.append(point)
        } else if last.time < duration {
            rounding.note(shift: last.time + 1 - point.time)
            points.append(Point(time: last.time + 1, strength: point.strength, shift: point.shift))
        } else {
            points[points.count - 1] = Point(time: last.time, strength: point.strength, shift: point.shift)
        }
    }

    /// Points in the middle of the longest lines, until there are as many as RichTap wants at least.
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
                    time: time, strength: rounded(from.strength + (to.strength - from.strength) * part, 3),
                    shift: Int(shift.rounded())),
                at: index + 1)
        }
    }
}

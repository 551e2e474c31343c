import ThudCore
import ThudHaptics

extension HEFile {
    static func write(_ pattern: HapticPattern) -> PatternExport {
        let reduction = PatternReduction(pattern, format: name)
        var rounding = GridRounding(format: name)
        var losses = reduction.losses
        var events: [(time: Int, kind: Int, event: HEEvent)] = []
        for tap in reduction.flattened.taps {
            events.append((rounding.milliseconds(tap.time), 1, HEEvent(tap, &rounding)))
        }
        for vibration in reduction.flattened.vibrations {
            for part in parts(vibration, &rounding, &losses) { events.append((part.time, 0, part)) }
        }
        events.sort { ($0.time, $0.kind) < ($1.time, $1.kind) }
        let fits = events.count <= eventsPerPattern && events.allSatisfy { $0.event.points <= fewestPoints }
        let all = events.map(\.event)
        let metadata = MetadataText(pattern)
        let root: JSONValue = [
            "Metadata": [
                "Version": .integer(fits ? 1 : 2), "Created": .string(metadata["Created"]),
                "Description": .string(metadata["Description"]),
            ],
            fits ? "Pattern" : "PatternList": fits ? .array(all.map { $0.json(from: 0) }) : patternList(all),
        ]
        return PatternExport(
            text: root.text(),
            losses: losses + rounding.losses + metadata.losses(but: ["Created", "Description"], name))
    }

    private static func patternList(_ events: [HEEvent]) -> JSONValue {
        .array(
            stride(from: 0, to: events.count, by: eventsPerPattern).map { first in
                let group = events[first..<min(first + eventsPerPattern, events.count)]
                let start = group.first?.time ?? 0
                return ["AbsoluteTime": .integer(start), "Pattern": .array(group.map { $0.json(from: start) })]
            })
    }

    /// A vibration as events of at most ``longest`` milliseconds and ``mostPoints`` points each.
    private static func parts(
        _ vibration: Vibration, _ rounding: inout GridRounding, _ losses: inout [String]
    ) -> [HEEvent] {
        let start = rounding.milliseconds(vibration.start)
        let end = rounding.milliseconds(vibration.end)
        guard end > start else {
            losses.append(
                "the vibration at \(shown(vibration.start)) s is shorter than a millisecond and has no place in \(name)"
            )
            return []
        }
        var parts: [HEEvent] = []
        var first = start
        while first < end {
            var duration = min(longest, end - first)
            var curve = HECurve(vibration, from: first, duration: duration, &rounding)
            if curve.points.count > mostPoints {
                // A longer curve goes on in another event.
                duration = curve.points[mostPoints - 1].time
                curve = HECurve(vibration, from: first, duration: duration, &rounding)
            }
            parts.append(HEEvent(vibration, from: first, duration: duration, curve, &rounding))
            first += duration
        }
        return parts
    }
}

/// One event of a `.he` file.
struct HEEvent {
    /// Milliseconds from the start of the file.
    let time: Int
    private let duration: Int?
    private let intensity: Int
    private let frequency: Int
    private let curve: [HECurve.Point]

    /// How many points its curve has.
    var points: Int { curve.count }

    init(_ tap: Tap, _ rounding: inout GridRounding) {
        time = rounding.milliseconds(tap.time)
        duration = nil
        intensity = rounding.percent(ofIntensity: tap.intensity)
        frequency = rounding.percent(ofSharpness: tap.sharpness)
        curve = []
    }

    init(
        _ vibration: Vibration, from start: Int, duration: Int, _ curve: HECurve, _ rounding: inout GridRounding
    ) {
        time = start
        self.duration = duration
        intensity = rounding.percent(ofIntensity: vibration.intensity)
        frequency = rounding.percent(ofSharpness: vibration.sharpness)
        self.curve = curve.points
    }

    /// The event in a pattern that starts at a time in milliseconds.
    func json(from start: Int) -> JSONValue {
        var parameters: [JSONValue.Member] = [
            .init("Intensity", .integer(intensity)), .init("Frequency", .integer(frequency)),
        ]
        var members: [JSONValue.Member] = [.init("Type", duration == nil ? "transient" : "continuous")]
        if let duration {
            members.append(.init("Duration", .integer(duration)))
            parameters.append(
                .init(
                    "Curve",
                    .array(
                        curve.map {
                            [
                                "Time": .integer($0.time), "Intensity": .number($0.strength),
                                "Frequency": .integer($0.shift),
                            ]
                        })))
        }
        members.append(.init("RelativeTime", .integer(time - start)))
        members.append(.init("Parameters", .object(parameters)))
        members.append(.init("Index", 0))
        return ["Event": .object(members)]
    }
}

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
            time: min(max(time, 0), duration), strength: strength.rounded(decimals: 3),
            shift: rounding.percent(ofSharpness: shift))
        rounding.note(intensity: abs(point.strength - strength))
        guard let last = points.last else { return points.append(point) }
        if last.strength == point.strength, last.shift == point.shift, last.time == point.time { return }
        // Times rise by a millisecond at least, so a step takes one.
        if point.time > last.time {
            points.append(point)
        } else if last.time < duration {
            rounding.note(shift: last.time + 1 - point.time)
            points.append(Point(time: last.time + 1, strength: point.strength, shift: point.shift))
        } else {
            points[points.count - 1] = Point(time: last.time, strength: point.strength, shift: point.shift)
        }
    }

    /// Adds points in the middle of the longest lines, until there are as many as RichTap needs.
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
                    shift: Int(shift.rounded())),
                at: index + 1)
        }
    }
}

import ThudCore
import ThudHaptics

extension HEFile {
    static func write(_ pattern: HapticPattern) -> PatternExport {
        let reduction = PatternReduction(pattern, format: name)
        var rounding = GridRounding(format: name)
        var losses = reduction.losses
        var events: [(time: Int, kind: Int, event: HEEvent)] = []
        for tap in reduction.score.taps {
            events.append((rounding.milliseconds(tap.time), 1, HEEvent(tap, &rounding)))
        }
        for vibration in reduction.score.vibrations {
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
                // What has more points goes on in another event.
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

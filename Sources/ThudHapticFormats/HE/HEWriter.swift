import ThudCore
import ThudPatterns

extension HEFile {
    /// Writes a pattern, in version 2 if it does not fit into version 1, or if the text `old` has this version. Then
    /// the entries of its list start as in that text.
    static func write(_ pattern: HapticPattern, like old: [UInt8]? = nil) -> PatternExport {
        let starts = old.flatMap(starts)
        var losses: [String] = []
        let all = events(pattern, name, &losses)
        let isShort = all.count <= eventsPerPattern && all.allSatisfy { $0.curve.count <= fewestPoints }
        let fits = starts == nil && isShort
        if old != nil, starts == nil, !fits {
            losses.append(
                "more than \(eventsPerPattern) events or \(fewestPoints) points of a curve need version 2 of \(name), "
                    + "and some devices know only version 1")
        }
        let metadata = MetadataText(pattern)
        let root: JSONValue = [
            "Metadata": [
                "Version": .integer(fits ? 1 : 2), "Created": .string(metadata["Created"]),
                "Description": .string(metadata["Description"]),
            ],
            fits ? "Pattern" : "PatternList": fits ? .array(all.map { $0.json(from: 0) }) : patternList(all, starts),
        ]
        return PatternExport(
            text: root.text(), losses: losses + metadata.losses(but: ["Created", "Description"], name))
    }

    /// Returns the events of a pattern in chronological order, with their losses in the named format.
    static func events(_ pattern: HapticPattern, _ name: String, _ losses: inout [String]) -> [HEEvent] {
        let reduction = PatternReduction(pattern, format: name)
        var rounding = GridRounding(format: name)
        losses += reduction.losses
        var events: [(time: Int, kind: Int, event: HEEvent)] = []
        for tap in reduction.flattened.taps {
            let event = HEEvent(tap, &rounding)
            // Only taps have been added so far, in chronological order.
            guard let last = events.last, last.time == event.time else {
                events.append((event.time, 1, event))
                continue
            }
            losses.append("\(name) cannot hold two taps at \(event.time) ms; the stronger one is kept")
            if event.intensity > last.event.intensity { events[events.count - 1].event = event }
        }
        for vibration in reduction.flattened.vibrations {
            for part in parts(vibration, name, &rounding, &losses) { events.append((part.time, 0, part)) }
        }
        // Players refuse a file without an event, so an imperceptible one represents an empty pattern.
        if events.isEmpty { events.append((0, 1, HEEvent(Tap(time: 0, intensity: 0, sharpness: 0), &rounding))) }
        events.sort { ($0.time, $0.kind) < ($1.time, $1.kind) }
        losses += rounding.losses
        return events.map(\.event)
    }

    private static func patternList(_ events: [HEEvent], _ starts: [Int]?) -> JSONValue {
        var entries: [(start: Int, events: [JSONValue])] = []
        for event in events {
            let start = starts?.last { $0 <= event.time } ?? -1
            let isNew = start > entries.last?.start ?? -1
            if isNew || entries.last?.events.count ?? eventsPerPattern == eventsPerPattern {
                entries.append((isNew ? start : event.time, []))
            }
            let last = entries.count - 1
            entries[last].events.append(event.json(from: entries[last].start))
        }
        return .array(entries.map { ["AbsoluteTime": .integer($0.start), "Pattern": .array($0.events)] })
    }

    /// Returns a vibration as events of at most ``longest`` milliseconds and ``mostPoints`` points each.
    private static func parts(
        _ vibration: Vibration, _ name: String, _ rounding: inout GridRounding, _ losses: inout [String]
    ) -> [HEEvent] {
        let start = rounding.milliseconds(vibration.start)
        let end = rounding.milliseconds(vibration.end)
        guard end - start >= shortest else {
            losses.append(
                "\(name) cannot hold the vibration at \(shown(vibration.start)) s, because it is shorter than \(shortest) ms (\(NoticeableDifference.words(time: vibration.end - vibration.start)))"
            )
            return []
        }
        var parts: [HEEvent] = []
        var first = start
        while first < end {
            let rest = end - first
            var curve = HECurve(vibration, from: first, duration: length(min(longest, rest), of: rest), rounding)
            // A longer curve continues in another event. Two points of an event are its rise and its fall.
            var last = mostPoints - 2
            while curve.points.count > mostPoints, last > shortest {
                let wanted = curve.points[last].time
                curve = HECurve(vibration, from: first, duration: length(wanted, of: rest), rounding)
                last -= 1
            }
            rounding = curve.rounding
            parts.append(HEEvent(vibration, from: first, curve, &rounding))
            first += curve.duration
        }
        return parts
    }

    /// Returns the length of a part. What remains is either empty or long enough for an event of its own.
    private static func length(_ wanted: Int, of whole: Int) -> Int {
        let rest = whole - wanted
        return rest > 0 && rest < shortest ? wanted - shortest : wanted
    }
}

/// An event of a `.he` or HarmonyOS file: milliseconds from the file's start, and percent.
struct HEEvent {
    let time: Int
    let intensity: Int
    private let duration: Int?
    private let frequency: Int
    let curve: [HECurve.Point]

    init(_ tap: Tap, _ rounding: inout GridRounding) {
        time = rounding.milliseconds(tap.time)
        duration = nil
        intensity = rounding.percent(ofIntensity: tap.intensity)
        frequency = rounding.percent(ofSharpness: tap.sharpness)
        curve = []
    }

    init(_ vibration: Vibration, from start: Int, _ curve: HECurve, _ rounding: inout GridRounding) {
        time = start
        duration = curve.duration
        intensity = rounding.percent(ofIntensity: vibration.intensity)
        frequency = rounding.percent(ofSharpness: vibration.sharpness)
        self.curve = curve.points
    }

    /// Returns the event in a pattern that starts at a time in milliseconds.
    func json(from start: Int) -> JSONValue {
        let members = kind + [.init("RelativeTime", .integer(time - start)), parameters(curve)]
        return ["Event": .object(members + [.init("Index", 0)])]
    }

    /// The event in HarmonyOS form, in which an event without a curve stays constant.
    var harmony: JSONValue {
        let isSteady = curve.dropFirst().dropLast().allSatisfy { $0.strength == 1 && $0.shift == 0 }
        let rises = curve.count > 2 && curve[1].time <= 1 && curve[curve.count - 2].time >= (duration ?? 0) - 1
        let members = kind + [.init("StartTime", .integer(time)), parameters(isSteady && rises ? [] : curve)]
        return ["Event": .object(members)]
    }

    private var kind: [JSONValue.Member] {
        guard let duration else { return [.init("Type", "transient")] }
        return [.init("Type", "continuous"), .init("Duration", .integer(duration))]
    }

    private func parameters(_ curve: [HECurve.Point]) -> JSONValue.Member {
        var parameters: [JSONValue.Member] = [
            .init("Intensity", .integer(intensity)), .init("Frequency", .integer(frequency)),
        ]
        if !curve.isEmpty {
            let points: [JSONValue] = curve.map {
                ["Time": .integer($0.time), "Intensity": .number($0.strength), "Frequency": .integer($0.shift)]
            }
            parameters.append(.init("Curve", .array(points)))
        }
        return .init("Parameters", .object(parameters))
    }
}

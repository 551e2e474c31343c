import Haptics
import JSONText

/// A composition: primitives, each with a pause before it.
enum AndroidComposition {
    static func read(_ reader: JSONReader, _ notes: inout ReadingNotes) throws(SourceError) -> HapticScore {
        var taps: [Tap] = []
        var vibrations: [Vibration] = []
        var time = 0.0
        let elements = try reader.elements()
        try ReadingLimits.check(elements.count, ReadingLimits.taps, "primitives", reader)
        for element in elements {
            try notes.ignoreAll(in: element, but: ["primitive", "scale", "delay"])
            let primitive = try primitive(element.member("primitive"))
            let scale = try element.optional("scale")?.number(in: 0...1) ?? 1
            time += try element.optional("delay")?.number(in: 0...ReadingLimits.latest * 1e3) ?? 0
            guard time <= ReadingLimits.latest * 1e3 else {
                throw element.error("starts later than \(shown(ReadingLimits.latest)) s")
            }
            let end = time + Double(primitive.length)
            if let tap = primitive.tap {
                taps.append(Tap(time: time / 1e3, intensity: tap.intensity * scale, sharpness: tap.sharpness))
            } else {
                vibrations.append(vibration(primitive, scale, from: time / 1e3, to: end / 1e3))
            }
            time = end
        }
        return HapticScore(taps: taps, vibrations: vibrations)
    }

    /// A name in either case, with or without the prefix of Android's constants.
    private static func primitive(_ reader: JSONReader) throws(SourceError) -> AndroidPrimitive {
        var name = try reader.string().uppercased()
        let prefix = "PRIMITIVE_"
        if name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
        if let primitive = AndroidPrimitive(rawValue: name) { return primitive }
        throw reader.error(expected: "one of \(AndroidPrimitive.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    private static func vibration(
        _ primitive: AndroidPrimitive, _ scale: Double, from start: Double, to end: Double
    ) -> Vibration {
        let points = primitive.strength.map {
            BrokenLine.Point(time: microseconds(start + (end - start) * $0.part), value: $0.value)
        }
        return Vibration(
            start: start, end: end, intensity: scale, sharpness: primitive.sharpness, strength: BrokenLine(points))
    }

    static func write(_ score: HapticScore) -> (text: String, losses: [String]) {
        var rounding = GridRounding(format: AndroidFile.name)
        var losses = score.vibrations.map {
            "the vibration from \(shown($0.start)) to \(shown($0.end)) s has no place in a composition of taps"
        }
        var primitives: [JSONValue] = []
        var worst = 0.0
        var end = 0
        for tap in score.taps {
            let start = rounding.milliseconds(tap.time)
            let nearest = AndroidPrimitive.nearest(to: tap)
            worst = max(worst, abs(nearest.sharpness - tap.sharpness))
            if start < end {
                losses.append(
                    "the tap at \(shown(tap.time)) s comes before the primitive before it has ended; "
                        + "it moves by \(end - start) ms")
            }
            let delay = max(0, start - end)
            primitives.append([
                "primitive": .string(nearest.primitive.rawValue), "scale": .number(rounded(nearest.scale, 6)),
                "delay": .integer(delay),
            ])
            end += delay + nearest.primitive.length
        }
        if worst > 1e-6 {
            losses.append("primitives have a sharpness of their own; it differs by up to \(shown(worst))")
        }
        let root: JSONValue = ["primitives": .array(primitives)]
        return (root.text(), losses + rounding.losses)
    }
}

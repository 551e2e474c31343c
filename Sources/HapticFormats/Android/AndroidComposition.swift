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
                vibrations.append(primitive.vibration(scale: scale, from: time / 1e3, to: end / 1e3))
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

    /// A primitive to be written.
    private struct Entry {
        let what: String
        let time: Double
        let primitive: AndroidPrimitive
        let scale: Double
    }

    /// Whether a score is what a composition is read as: taps, and vibrations that are primitives, one after the other.
    static func holds(_ score: HapticScore) -> Bool {
        let primitives = score.vibrations.compactMap(AndroidPrimitive.init)
        guard primitives.count == score.vibrations.count else { return false }
        // Taps alone may stand closer than primitives last; then they are moved.
        if primitives.isEmpty { return !score.taps.isEmpty }
        let entries = entries(score)
        return zip(entries, entries.dropFirst()).allSatisfy { entry, next in
            next.time > entry.time + Double(entry.primitive.length) / 1e3 - 1e-6
        }
    }

    /// Vibrations that are no primitives are left out.
    private static func entries(_ score: HapticScore) -> [Entry] {
        let taps = score.taps.map { tap in
            let nearest = AndroidPrimitive.nearest(to: tap)
            return Entry(what: "tap", time: tap.time, primitive: nearest.primitive, scale: nearest.scale)
        }
        let vibrations = score.vibrations.compactMap { vibration in
            AndroidPrimitive(vibration).map {
                Entry(what: "vibration", time: vibration.start, primitive: $0, scale: vibration.intensity)
            }
        }
        return (taps + vibrations).enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }

    static func write(_ score: HapticScore) -> (text: String, losses: [String]) {
        var rounding = GridRounding(format: AndroidFile.name)
        var losses = score.vibrations.filter { AndroidPrimitive($0) == nil }.map {
            "the vibration from \(shown($0.start)) to \(shown($0.end)) s is none of the primitives, "
                + "of which a composition is made"
        }
        var primitives: [JSONValue] = []
        var end = 0
        for entry in entries(score) {
            let start = rounding.milliseconds(entry.time)
            if start < end {
                losses.append(
                    "the \(entry.what) at \(shown(entry.time)) s comes before the primitive before it has ended; "
                        + "it moves by \(end - start) ms")
            }
            let delay = max(0, start - end)
            primitives.append([
                "primitive": .string(entry.primitive.rawValue), "scale": .number(rounded(entry.scale, 6)),
                "delay": .integer(delay),
            ])
            end += delay + entry.primitive.length
        }
        let worst = score.taps.map { abs(AndroidPrimitive.nearest(to: $0).sharpness - $0.sharpness) }.max() ?? 0
        if worst > 1e-6 {
            losses.append("primitives have a sharpness of their own; it differs by up to \(shown(worst))")
        }
        let root: JSONValue = ["primitives": .array(primitives)]
        return (root.text(), losses + rounding.losses)
    }
}

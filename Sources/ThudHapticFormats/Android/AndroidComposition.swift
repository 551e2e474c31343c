import ThudCore
import ThudHaptics

/// A composition: primitives, each with a pause before it.
enum AndroidComposition {
    static func read(_ reader: JSONReader, _ notes: inout ReadingNotes) throws(SourceError) -> FlattenedPattern {
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
            let parts = primitive.parts(scale: scale, atMilliseconds: time)
            if let tap = parts.tap { taps.append(tap) }
            if let vibration = parts.vibration { vibrations.append(vibration) }
            time += Double(primitive.length)
        }
        return FlattenedPattern(taps: taps, vibrations: vibrations)
    }

    /// A name in either case, with or without the prefix of Android's constants.
    private static func primitive(_ reader: JSONReader) throws(SourceError) -> AndroidPrimitive {
        var name = try reader.string().uppercased()
        let prefix = "PRIMITIVE_"
        if name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
        if let primitive = AndroidPrimitive(rawValue: name) { return primitive }
        throw reader.error(expected: "one of \(AndroidPrimitive.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    /// Whether a score is what a composition is read as: taps, and vibrations that are primitives, one after the other.
    static func holds(_ score: FlattenedPattern) -> Bool {
        let sequence = AndroidPrimitiveSequence(score)
        guard sequence.others.isEmpty else { return false }
        // Taps alone may stand closer than primitives last; then they are moved.
        if score.vibrations.isEmpty { return !score.taps.isEmpty }
        return zip(sequence.entries, sequence.entries.dropFirst()).allSatisfy { entry, next in
            next.time > entry.time + Double(entry.primitive.length) / 1e3 - 1e-6
        }
    }

    static func write(_ score: FlattenedPattern) -> (text: String, losses: [String]) {
        var rounding = GridRounding(format: AndroidFile.name)
        let sequence = AndroidPrimitiveSequence(score)
        var losses = sequence.others.map {
            "the vibration from \(shown($0.start)) to \(shown($0.end)) s is none of the primitives, "
                + "of which a composition is made"
        }
        var primitives: [JSONValue] = []
        var end = 0
        for entry in sequence.entries {
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
        if sequence.sharpnessError > 1e-6 {
            losses.append(
                "primitives have a sharpness of their own; it differs by up to \(shown(sequence.sharpnessError))")
        }
        if sequence.intensityError > 1e-6 {
            losses.append(
                "no primitive is a tap that strong; intensity differs by up to \(shown(sequence.intensityError))")
        }
        let root: JSONValue = ["primitives": .array(primitives)]
        return (root.text(), losses + rounding.losses)
    }
}

import ThudCore
import ThudPatterns

/// Reads and writes a composition: primitives, each with a delay before it.
enum AndroidComposition {
    static func read(_ reader: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> FlattenedPattern {
        var flattened = FlattenedPattern(taps: [], vibrations: [])
        var time = 0.0
        let elements = try reader.elements()
        try ReadingLimits.check(elements.count, ReadingLimits.taps, "primitives", reader)
        guard !elements.isEmpty else { throw reader.error("holds no primitive; Android rejects it") }
        for element in elements {
            try notes.ignoreAll(in: element, but: ["primitive", "scale", "delay"])
            let primitive = try primitive(element.member("primitive"))
            let scale = try element.stated("scale")?.number(in: 0...1) ?? 1
            time += try element.stated("delay")?.milliseconds() ?? 0
            guard time <= ReadingLimits.latest * 1e3 else {
                throw element.excess("starts later than \(shown(ReadingLimits.latest)) s")
            }
            flattened.add(primitive, scale, at: &time)
        }
        return flattened
    }

    /// Reads a name in any case, with or without the prefix of Android's constants.
    private static func primitive(_ reader: JSONReader) throws(ThudError) -> AndroidPrimitive {
        var name = try reader.string().uppercased()
        let prefix = "PRIMITIVE_"
        if name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
        if let primitive = AndroidPrimitive(rawValue: name) { return primitive }
        throw reader.error(expected: "one of \(AndroidPrimitive.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    /// Whether a composition can hold the whole pattern: taps and primitive vibrations in sequence.
    static func holds(_ flattened: FlattenedPattern) -> Bool {
        let sequence = AndroidPrimitiveSequence(flattened)
        guard sequence.others.isEmpty else { return false }
        // Taps alone may be closer together than primitives last. Writing moves them.
        if flattened.vibrations.isEmpty { return !flattened.taps.isEmpty }
        return zip(sequence.entries, sequence.entries.dropFirst()).allSatisfy { entry, next in
            next.time > entry.time + Double(entry.primitive.length) / 1e3 - 1e-6
        }
    }

    /// Whether the effect is a composition, of which Android rejects an empty one. `losses` say why it is none.
    static func isChosen(by effect: AndroidEffect, for flattened: FlattenedPattern, _ losses: inout [String]) -> Bool {
        if effect == .automatic { return holds(flattened) }
        guard effect == .composition, !flattened.isEmpty else { return false }
        guard AndroidPrimitiveSequence(flattened).entries.isEmpty else { return true }
        losses.append("no part of the pattern resembles a primitive, so the effect is a waveform")
        return false
    }

    static func write(_ flattened: FlattenedPattern, _ losses: inout [String]) -> String {
        let primitives: [JSONValue] = entries(flattened, AndroidFile.name, &losses).map {
            [
                "primitive": .string($0.primitive.rawValue), "scale": .number($0.scale.rounded(decimals: 6)),
                "delay": .integer($0.delay),
            ]
        }
        let root: JSONValue = ["primitives": .array(primitives)]
        return root.text()
    }

    /// A primitive; the delay before it is in milliseconds.
    struct Entry {
        let primitive: AndroidPrimitive
        let scale: Double
        let delay: Int
    }

    /// Returns the primitives of a pattern, and adds their losses in the named format.
    static func entries(_ flattened: FlattenedPattern, _ format: String, _ losses: inout [String]) -> [Entry] {
        var rounding = GridRounding(format: format)
        let sequence = AndroidPrimitiveSequence(flattened)
        losses += sequence.others.map {
            "the vibration from \(shown($0.start)) to \(shown($0.end)) s is left out, because no primitive resembles it"
        }
        var entries: [Entry] = []
        var end = 0
        for entry in sequence.entries {
            let start = rounding.milliseconds(entry.time)
            if start < end {
                losses.append(
                    "the \(entry.what) at \(shown(entry.time)) s overlaps the primitive before it, so it moves by "
                        + "\(end - start) ms (\(NoticeableDifference.words(time: Double(end - start) / 1e3)))"
                )
            }
            let delay = max(0, start - end)
            entries.append(Entry(primitive: entry.primitive, scale: entry.scale, delay: delay))
            end += delay + entry.primitive.length
        }
        if sequence.sharpness.isThere {
            losses.append(
                "primitives have a fixed sharpness; it differs by up to \(shown(sequence.sharpness.error)) "
                    + "(\(sequence.sharpness.words))")
        }
        if sequence.intensity.isThere {
            losses.append(
                "no primitive is as strong as this; intensity differs by up to \(shown(sequence.intensity.error)) "
                    + "(\(sequence.intensity.words))")
        }
        losses += rounding.losses
        return entries
    }
}

struct AndroidPrimitiveSequence {
    struct Entry {
        let what: String
        let time: Double
        let primitive: AndroidPrimitive
        let scale: Double
    }

    /// The primitives in chronological order.
    private(set) var entries: [Entry] = []
    /// Vibrations that match no primitive.
    private(set) var others: [Vibration] = []
    /// The largest differences between taps and their primitives.
    private(set) var sharpness = LargestDifference()
    private(set) var intensity = LargestDifference()

    init(_ flattened: FlattenedPattern) {
        var hits: Set<Int> = []
        let times = flattened.taps.map(\.time)
        for vibration in flattened.vibrations {
            let index = times.partitionPoint { $0 > vibration.start - AndroidPrimitive.tolerance }
            let tap = index < flattened.taps.count ? flattened.taps[index] : nil
            guard let primitive = AndroidPrimitive(vibration, with: tap) else {
                others.append(vibration)
                continue
            }
            if primitive.hasHit { hits.insert(index) }
            entries.append(
                Entry(what: "vibration", time: vibration.start, primitive: primitive, scale: vibration.intensity))
        }
        for (index, tap) in flattened.taps.enumerated() where !hits.contains(index) { add(tap) }
        entries.sort { $0.time < $1.time }
    }

    private mutating func add(_ tap: Tap) {
        let nearest = AndroidPrimitive.nearest(to: tap)
        sharpness.include(sharpness: nearest.sharpness, against: tap.sharpness)
        intensity.include(intensity: nearest.intensity, against: tap.intensity)
        entries.append(Entry(what: "tap", time: tap.time, primitive: nearest.primitive, scale: nearest.scale))
    }
}

extension FlattenedPattern {
    /// Adds a primitive at a time in milliseconds, which becomes that of its end.
    mutating func add(_ primitive: AndroidPrimitive, _ scale: Double, at time: inout Double) {
        let parts = primitive.parts(scale: scale, atMilliseconds: time)
        if let tap = parts.tap { taps.append(tap) }
        if let vibration = parts.vibration { vibrations.append(vibration) }
        time += Double(primitive.length)
    }
}

extension AndroidPrimitive {
    /// Returns the primitive at a scale and time in milliseconds: a tap, a vibration, or a vibration that starts with a
    /// tap.
    func parts(scale: Double, atMilliseconds time: Double) -> (tap: Tap?, vibration: Vibration?) {
        let start = time / 1e3
        switch shape {
        case .tap(let intensity, let sharpness):
            return (Tap(time: start, intensity: intensity * scale, sharpness: sharpness), nil)
        case .swell(let intensity, let sharpness, let hasHit):
            // The sum is in milliseconds, so that the next primitive starts at exactly this instant.
            let end = (time + Double(length)) / 1e3
            let strength = Self.curve(through: intensity, from: start, to: end)
            let shift = Self.curve(through: sharpness, from: start, to: end)
            let hit = Tap(time: start, intensity: strength.value(at: start) * scale, sharpness: shift.value(at: start))
            let swell = Vibration(
                start: start, end: end, intensity: scale, sharpness: 0, strength: strength, shift: shift)
            return (hasHit ? hit : nil, swell)
        }
    }

    private static func curve(through values: [Double], from start: Double, to end: Double) -> PiecewiseLinear {
        let points = values.enumerated().map { index, value in
            let part = Double(index) / Double(max(values.count - 1, 1))
            return PiecewiseLinear.Point(time: (start + (end - start) * part).wholeMicroseconds, value: value)
        }
        return PiecewiseLinear(points) ?? PiecewiseLinear(constant: 1, from: start, to: end)
    }

    /// Finds the primitive that is read as this vibration at some scale with this tap at its start; nil if there is
    /// none.
    init?(_ vibration: Vibration, with tap: Tap?) {
        let found = Self.allCases.first { primitive in
            let own = primitive.parts(scale: vibration.intensity, atMilliseconds: vibration.start * 1e3)
            guard let swell = own.vibration, abs(vibration.end - swell.end) < Self.tolerance else { return false }
            return abs(vibration.sharpness - swell.sharpness) < Self.tolerance
                && Self.isSame(vibration.strength, swell.strength) && Self.isSame(vibration.shift, swell.shift)
                && (own.tap.map { hit in tap.map { Self.isSame($0, hit) } ?? false } ?? true)
        }
        guard let found else { return nil }
        self = found
    }

    var hasHit: Bool {
        if case .swell(_, _, let hasHit) = shape { hasHit } else { false }
    }

    /// The tolerance for times in seconds and values of a primitive, because files have six decimals.
    static let tolerance = 0.000_001_5

    private static func isSame(_ tap: Tap, _ other: Tap) -> Bool {
        abs(tap.time - other.time) < tolerance && abs(tap.intensity - other.intensity) < tolerance
            && abs(tap.sharpness - other.sharpness) < tolerance
    }

    private static func isSame(_ curve: PiecewiseLinear?, _ other: PiecewiseLinear?) -> Bool {
        guard let curve, let other, curve.points.count == other.points.count else { return false }
        return zip(curve.points, other.points).allSatisfy {
            abs($0.time - $1.time) < tolerance && abs($0.value - $1.value) < tolerance
        }
    }

    /// A primitive that replaces a tap, with its perceived intensity and sharpness.
    struct Nearest {
        let primitive: AndroidPrimitive
        let scale: Double
        let intensity: Double
        let sharpness: Double
    }

    /// Returns the primitive of one tap with the nearest sharpness, among those with the highest intensity.
    static func nearest(to tap: Tap) -> Nearest {
        let taps = allCases.compactMap { primitive -> Nearest? in
            guard case .tap(let intensity, let sharpness) = primitive.shape else { return nil }
            let scale = min(1, tap.intensity / intensity)
            return Nearest(primitive: primitive, scale: scale, intensity: intensity * scale, sharpness: sharpness)
        }
        let strongest = taps.map(\.intensity).max() ?? 0
        let candidates = taps.filter { $0.intensity > strongest - 1e-9 }
        let fallback = Nearest(primitive: .click, scale: 1, intensity: tap.intensity, sharpness: tap.sharpness)
        return candidates.min { abs($0.sharpness - tap.sharpness) < abs($1.sharpness - tap.sharpness) } ?? fallback
    }
}

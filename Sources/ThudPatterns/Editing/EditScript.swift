public import ThudCore

/// Edits of a pattern as text, separated by semicolons or line breaks:
///
///     at 0.33 tap 1/.9; at 0.5 vibration 0.2 .8/.3; at 0.6 intensity .5; delete 1..1.2
///     scale 0..0.5 intensity .8; shift 0.1.. +10ms; copy 0..0.5 +1s; thin .02
///     set tap@0.33 sharpness .2; shift intensity@0.6 -5ms; delete vibration@0.5
public struct EditScript: Hashable, Sendable {
    /// What an edit acts on.
    public enum Target: Hashable, Sendable {
        /// Everything that begins within a span, in seconds.
        case span(ClosedRange<Double>)
        /// One event, or one point of a curve.
        case item(ItemName)
    }

    /// A value of an event or a point that can be set.
    public enum Property: String, CaseIterable, Hashable, Sendable {
        /// The intensity of a tap or a vibration, 0 to 1.
        case intensity
        /// The sharpness of a tap or a vibration, 0 to 1.
        case sharpness
        /// The duration of a vibration, in seconds.
        case duration
        /// The volume of a sound, 0 to 1.
        case volume
        /// The value of a point: 0 to 1 for intensity, -1 to 1 for sharpness.
        case value

        /// Returns the values that this can have on things of a kind; nil if they have no such value.
        func range(on kind: ItemName.Kind) -> ClosedRange<Double>? {
            switch (self, kind) {
            case (.intensity, .tap), (.intensity, .vibration), (.sharpness, .tap), (.sharpness, .vibration),
                (.volume, .sound):
                0...1
            case (.duration, .vibration): EditScript.durations
            case (.value, _): kind.curve?.range
            default: nil
            }
        }
    }

    /// One edit. Times are in seconds.
    public enum Edit: Hashable, Sendable {
        /// Adds a haptic event.
        case add(HapticEvent)
        /// Adds a point to the curve that acts at a time, or begins a curve there.
        case addPoint(DynamicParameterID, at: Double, value: Double)
        /// Removes an item, or the haptic events that begin within a span.
        case delete(Target)
        /// Multiplies intensity or sharpness of the haptic events that begin within a span.
        case scale(ClosedRange<Double>, EventParameterID, Double)
        /// Sets a value of an item.
        case set(ItemName, Property, Double)
        /// Moves an item, or all events, steps and curves that begin within a span.
        case shift(Target, Double)
        /// Adds what `shift` would move a second time, at the new time.
        case copy(Target, Double)
        /// Removes points of curves that lie within a tolerance of the line between their neighbours.
        case thin(Double)
    }

    /// The edits, in order.
    public let edits: [Edit]
    /// How each edit was typed.
    package let texts: [String]
    /// Each edit as a script of its own.
    package var parts: [EditScript] { zip(edits, texts).map { EditScript(edits: [$0], texts: [$1]) } }

    /// Returns the longest runs of edits of one kind, each as a script of its own.
    package func runs(by kind: (Edit) -> some Equatable) -> [EditScript] {
        parts.reduce(into: []) { runs, part in
            if let last = runs.last, kind(last.edits[0]) == kind(part.edits[0]) {
                runs[runs.count - 1] = EditScript(edits: last.edits + part.edits, texts: last.texts + part.texts)
            } else {
                runs.append(part)
            }
        }
    }

    private init(edits: [Edit], texts: [String]) { (self.edits, self.texts) = (edits, texts) }

    /// Parses a script.
    ///
    /// - Throws: `ThudError` (usage) with the edit that cannot be understood.
    public init(parsing text: String) throws(ThudError) {
        var (edits, texts): ([Edit], [String]) = ([], [])
        for part in text.split(whereSeparator: { $0 == ";" || $0.isNewline }) {
            let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
            if words.isEmpty { continue }
            let text = words.joined(separator: " ")
            guard let edit = Self.edit(words) else {
                throw ThudError(
                    .usage, "cannot understand “\(TypedText.shown(text, most: 80))”; \(Self.advice(on: words[0]))")
            }
            edits.append(edit)
            texts.append(text)
        }
        self.init(edits: edits, texts: texts)
    }

    /// What an edit looks like, by its first word.
    private static let forms = [
        "at": "write `at T tap I/S`, `at T vibration D I/S`, `at T intensity V` or `at T sharpness V`; times are 0 to "
            + "\(Int(HapticLimits.latestStart)) s, durations above 0 and up to "
            + "\(Int(HapticLimits.longestContinuous)) s, and I and S 0 to 1",
        "copy": "write `copy A..B +1s` or `copy tap@T +50ms`", "delete": "write `delete A..B` or `delete tap@T`",
        "scale": "write `scale A..B intensity X` or `scale A..B sharpness X`; X is 0 or more",
        "set": "write `set tap@T intensity X` or `set vibration@T duration 0.2`; durations are above 0 and up to "
            + "\(Int(HapticLimits.longestContinuous)) s, and other values 0 to 1, or -1 to 1 for a point of sharpness",
        "shift": "write `shift A..B +10ms` or `shift tap@T -0.1`", "thin": "write `thin X`; X is 0 or more",
    ]

    private static func advice(on word: String) -> String {
        let words = forms.keys.sorted()
        return forms[word] ?? "an edit begins with \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
    }

    /// The durations of a vibration, in seconds.
    private static let durations = 0.000_001...HapticLimits.longestContinuous

    private static func edit(_ words: [String]) -> Edit? {
        switch (words[0], words.count) {
        case ("at", 4...5): return addition(words)
        case ("delete", 2): return target(words[1]).map { .delete($0) }
        case ("scale", 4):
            let parameters: [String: EventParameterID] = ["intensity": .hapticIntensity, "sharpness": .hapticSharpness]
            guard let span = span(words[1]), let id = parameters[words[2]], let factor = number(words[3]), factor >= 0
            else { return nil }
            return .scale(span, id, factor)
        case ("set", 4):
            guard let name = ItemName(parsing: words[1]), let property = Property(rawValue: words[2]),
                let value = property == .duration ? distance(words[3]) : number(words[3]),
                let range = property.range(on: name.kind), range.contains(value)
            else { return nil }
            return .set(name, property, value)
        case ("shift", 3), ("copy", 3):
            guard let target = target(words[1]), let step = distance(words[2]) else { return nil }
            return words[0] == "copy" ? .copy(target, step) : .shift(target, step)
        case ("thin", 2): return number(words[1]).flatMap { $0 >= 0 ? .thin($0) : nil }
        default: return nil
        }
    }

    private static func addition(_ words: [String]) -> Edit? {
        guard let time = time(words[1]), time <= HapticLimits.latestStart else { return nil }
        switch (words[2], words.count) {
        case ("tap", 4):
            return strength(words[3]).map { .add(HapticEvent(.transient, at: time, intensity: $0, sharpness: $1)) }
        case ("vibration", 5):
            guard let duration = distance(words[3]), durations.contains(duration),
                let (intensity, sharpness) = strength(words[4])
            else { return nil }
            return .add(
                HapticEvent(.continuous, at: time, duration: duration, intensity: intensity, sharpness: sharpness))
        case (let word, 4):
            guard let id = ItemName.Kind(rawValue: word)?.curve, let value = number(words[3]), id.range.contains(value)
            else { return nil }
            return .addPoint(id, at: time, value: value)
        default: return nil
        }
    }

    private static func target(_ text: String) -> Target? {
        ItemName(parsing: text).map { .item($0) } ?? span(text).map { .span($0) }
    }

    private static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ "0123456789.-+".utf8.contains($0) }), let value = Double(text) else { return nil }
        return value.isFinite ? value : nil
    }

    /// Returns a time of 0 or more, in seconds.
    static func time(_ text: String) -> Double? { distance(text).flatMap { $0 >= 0 ? $0 : nil } }

    /// Returns a time or a distance in seconds: `0.01`, `10ms`, `-0.5s`.
    private static func distance(_ text: String) -> Double? {
        if text.hasSuffix("ms") { return number(String(text.dropLast(2))).map { $0 / 1000 } }
        return number(text.hasSuffix("s") ? String(text.dropLast()) : text)
    }

    /// Returns a span: `0.1..0.5`, `0.1..` or `..0.5`.
    private static func span(_ text: String) -> ClosedRange<Double>? {
        guard let dots = text.indices.first(where: { text[$0...].hasPrefix("..") }) else { return nil }
        let (first, last) = (String(text[..<dots]), String(text[dots...].dropFirst(2)))
        guard let start = first.isEmpty ? 0 : time(first), let end = last.isEmpty ? Double.infinity : time(last),
            start <= end
        else { return nil }
        return start...end
    }

    private static func strength(_ text: String) -> (intensity: Double, sharpness: Double)? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let intensity = number(String(parts[0])), let sharpness = number(String(parts[1])),
            (0...1).contains(intensity), (0...1).contains(sharpness)
        else { return nil }
        return (intensity, sharpness)
    }
}

extension ClosedRange<Double> {
    /// Returns whether a span of an edit includes a time of a file, which may have more digits than an item's name.
    package func includes(_ time: Double) -> Bool { contains(time) || contains(time.wholeMicroseconds) }
}

import Glibc
public import ThudCore

/// Edits of a pattern as text, separated by semicolons or line breaks:
///
///     at 0.33 tap 1/.9; at 0.5 vibration 0.2 .8/.3; delete 1..1.2
///     scale 0..0.5 intensity .8; shift 0.1.. +10ms; thin .02
public struct EditScript: Hashable, Sendable {
    /// One edit. Times are in seconds.
    public enum Edit: Hashable, Sendable {
        /// Adds a haptic event.
        case add(HapticEvent)
        /// Removes the haptic events that begin within a span.
        case delete(ClosedRange<Double>)
        /// Multiplies intensity or sharpness of the haptic events that begin within a span.
        case scale(ClosedRange<Double>, EventParameterID, Double)
        /// Moves all events, steps and curves that begin within a span.
        case shift(ClosedRange<Double>, Double)
        /// Removes points of curves that lie within a tolerance of the line between their neighbours.
        case thin(Double)
    }

    /// The edits, in order.
    public let edits: [Edit]

    /// Parses a script.
    ///
    /// - Throws: `ThudError` (usage) with the edit that cannot be understood.
    public init(parsing text: String) throws(ThudError) {
        var edits: [Edit] = []
        for part in text.split(whereSeparator: { $0 == ";" || $0.isNewline }) {
            let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
            if words.isEmpty { continue }
            guard let edit = Self.edit(words) else {
                throw ThudError(
                    .usage,
                    "cannot understand “\(words.joined(separator: " "))”; an edit is `at T tap I/S`, `at T vibration D I/S`, "
                        + "`delete A..B`, `scale A..B intensity|sharpness X`, `shift A..B +10ms` or `thin X`")
            }
            edits.append(edit)
        }
        self.edits = edits
    }

    private static func edit(_ words: [String]) -> Edit? {
        switch (words[0], words.count) {
        case ("at", 4) where words[2] == "tap":
            guard let time = time(words[1]), let (intensity, sharpness) = strength(words[3]) else { return nil }
            return .add(HapticEvent(.transient, at: time, intensity: intensity, sharpness: sharpness))
        case ("at", 5) where words[2] == "vibration":
            guard let time = time(words[1]), let duration = distance(words[3]), duration > 0,
                let (intensity, sharpness) = strength(words[4])
            else { return nil }
            return .add(
                HapticEvent(.continuous, at: time, duration: duration, intensity: intensity, sharpness: sharpness))
        case ("delete", 2): return span(words[1]).map { .delete($0) }
        case ("scale", 4):
            let parameters: [String: EventParameterID] = ["intensity": .hapticIntensity, "sharpness": .hapticSharpness]
            guard let span = span(words[1]), let id = parameters[words[2]], let factor = number(words[3]), factor >= 0
            else { return nil }
            return .scale(span, id, factor)
        case ("shift", 3):
            guard let span = span(words[1]), let step = distance(words[2]) else { return nil }
            return .shift(span, step)
        case ("thin", 2): return number(words[1]).flatMap { $0 >= 0 ? .thin($0) : nil }
        default: return nil
        }
    }

    private static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ "0123456789.-+".utf8.contains($0) }), let value = Double(text) else { return nil }
        return value.isFinite ? value : nil
    }

    /// Returns a time of 0 or more, in seconds.
    private static func time(_ text: String) -> Double? { distance(text).flatMap { $0 >= 0 ? $0 : nil } }

    /// Returns a time or a distance in seconds: `0.01`, `10ms`, `-0.5s`.
    private static func distance(_ text: String) -> Double? {
        if text.hasSuffix("ms") { return number(String(text.dropLast(2))).map { $0 / 1000 } }
        return number(text.hasSuffix("s") ? String(text.dropLast()) : text)
    }

    /// Returns a span: `0.1..0.5`, `0.1..` or `..0.5`.
    private static func span(_ text: String) -> ClosedRange<Double>? {
        guard let dots = text.firstRange(of: "..") else { return nil }
        let (first, last) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
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

import ThudCore
import ThudTerminal

enum Text {
    /// The mark for a metric that was not measured.
    static let absent = "—"

    /// A space at which no line breaks.
    static let heldBlank = "\u{A0}"

    /// Formats a number with 0...6 decimals, rounded to the nearest. NaN, infinity and numbers beyond ±10¹² are absent.
    static func fixed(_ value: Double, _ decimals: Int) -> String {
        Decimals.fixed(value, decimals, minus: "−", absent: absent)
    }

    /// Formats a number with as few decimals as it needs (at most 3): `50`, `0.5`.
    static func short(_ value: Double) -> String { Decimals.short(value, atMost: 3, minus: "−", absent: absent) }

    static func budget(_ interval: Interval) -> String { short(interval.milliseconds) + " ms" }

    /// Formats a latency with one decimal, or with six if one decimal would hide that it exceeds the limit.
    static func milliseconds(_ interval: Interval, against limit: Interval) -> String {
        let text = fixed(interval.milliseconds, 1)
        guard interval > limit, text == fixed(limit.milliseconds, 1) else { return text + " ms" }
        return fixed(interval.milliseconds, 6) + " ms"
    }

    /// Returns an external name that is safe to print: without terminal control characters, at most 60 characters.
    static func printable(_ name: String) -> String { TypedText.shown(name, most: 60) }
}

enum Wrapping {
    /// Returns a text with a blank at which no line breaks between a number and its unit.
    static func held(_ text: String) -> String {
        text.split(separator: " ").reduce(into: "") { held, word in
            let isUnit = held.last?.isNumber == true && word.first?.isLetter == true
            held += (held.isEmpty ? "" : isUnit ? Text.heldBlank : " ") + word
        }
    }

    /// Wraps a text to lines of at most `width` (at least 1) columns. Later lines are indented by two spaces if there
    /// is room.
    static func lines(of text: String, width: Int) -> [String] {
        let width = max(1, width)
        let indent = width > 8 ? "  " : ""
        let text = held(text)
        guard let first = TextWidth.wrapped(text, to: width).first else { return [] }
        let rest = TextWidth.wrapped(String(text.dropFirst(first.count)), to: width - indent.count)
        return ([first] + rest.map { indent + $0 }).map { $0.replacing(Text.heldBlank, with: " ") }
    }
}

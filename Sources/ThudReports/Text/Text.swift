import ThudCore

/// Numbers and names as they stand in reports.
enum Text {
    /// The mark for a metric that was not measured.
    static let absent = "—"

    /// A blank at which no line breaks.
    static let heldBlank = "\u{A0}"

    /// A number with a fixed count of decimals (0...6), rounded to the nearest; one that is not finite or beyond ±10¹² is
    /// shown as absent.
    static func fixed(_ value: Double, _ decimals: Int) -> String {
        Decimals.fixed(value, decimals, minus: "−", absent: absent)
    }

    /// A number with as few decimals (at most 3) as it needs: `50`, `0.5`.
    static func short(_ value: Double) -> String {
        Decimals.short(value, atMost: 3, minus: "−", absent: absent)
    }

    /// A limit: `50 ms`.
    static func budget(_ interval: Interval) -> String { short(interval.milliseconds) + " ms" }

    /// A latency with one decimal, or with more where it would else look as if it were within a limit that it misses.
    static func milliseconds(_ interval: Interval, against limit: Interval) -> String {
        let text = fixed(interval.milliseconds, 1)
        guard interval > limit, text == fixed(limit.milliseconds, 1) else { return text + " ms" }
        return fixed(interval.milliseconds, 6) + " ms"
    }

    /// A name that came from outside, safe to print: nothing that steers a terminal, at most 60 characters.
    static func printable(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars.prefix(61) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                text.unicodeScalars.append("\u{FFFD}")
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text.unicodeScalars.count > 60 ? String(text.unicodeScalars.prefix(59)) + "…" : text
    }

    /// Text of at most `width` characters, with a mark where it was cut.
    static func cut(_ text: String, _ width: Int) -> String {
        text.count <= width ? text : String(text.prefix(max(0, width - 1))) + (width > 0 ? "…" : "")
    }
}

enum Wrapping {
    /// The words of a text; a number and the unit after it are one.
    private static func words(of text: String) -> [String] {
        text.split(separator: " ").reduce(into: []) { words, word in
            if let last = words.last, last.last?.isNumber == true, word.first?.isLetter == true {
                words[words.count - 1] = last + " " + word
            } else {
                words.append(String(word))
            }
        }
    }

    /// The lines of a text, none wider than `width` (at least 1); later lines are set in by two blanks where they fit.
    static func lines(of text: String, width: Int) -> [String] {
        let width = max(1, width)
        let indent = width > 8 ? "  " : ""
        var lines: [String] = []
        var line = ""
        for word in words(of: text) {
            var word = word[...]
            if !line.allSatisfy({ $0 == " " }), line.count + 1 + word.count <= width {
                line += " " + word
                continue
            }
            if !line.isEmpty, line != indent { lines.append(line) }
            line = lines.isEmpty ? "" : indent
            while line.count + word.count > width {
                let piece = word.prefix(width - line.count)
                lines.append(line + piece)
                word = word.dropFirst(piece.count)
                line = indent
            }
            line += word
        }
        return line.allSatisfy { $0 == " " } ? lines : lines + [line]
    }
}

/// Helpers for reading lines that people type.
public enum TypedText {
    /// Returns the seconds that a word means; nil if it is not a decimal number. Forms such as `0x10` and `1e2` would
    /// parse as numbers, but were probably meant as something else. Programs write small numbers as `5.0E-4`.
    public static func seconds(_ word: Substring) -> Double? {
        let digits = word.prefix { $0 != "e" && $0 != "E" }
        let (power, isPlain) = (word[digits.endIndex...], digits.utf8.allSatisfy { "0123456789.".utf8.contains($0) })
        return isPlain && (power.isEmpty || power.dropFirst().first == "-") ? Double(word) : nil
    }

    /// Returns the start of a word, at most `most` characters, for a message, without characters that act on a
    /// terminal.
    public static func shown(_ word: some StringProtocol, most: Int = 40) -> String {
        guard !word.isEmpty else { return visible("") }
        let start = spelledOut(word.prefix(most).unicodeScalars.prefix(2 * most))
        return word.count > most ? start + "…" : start
    }

    /// Returns a word for a message, or quotation marks in place of an empty one, which an unset shell variable leaves.
    public static func visible(_ word: String) -> String { word.isEmpty ? "\"\"" : word }

    /// Returns a text in which control characters and those that turn the direction of text are spelled out: `\u{1B}`.
    public static func spelledOut(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = ""
        for scalar in scalars {
            if acts(scalar) { text += spelling(of: scalar) } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }

    /// The one form in which a character that cannot be shown is written.
    public static func spelling(of scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }

    /// Whether a terminal would obey the character instead of showing it: control characters, line separators, and
    /// those that turn the direction of all following text (Unicode Standard Annex 9, 2.1 to 2.4).
    public static func acts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        }
    }
}

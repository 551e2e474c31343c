/// Helpers for reading lines that people type.
public enum TypedText {
    /// Returns the seconds that a word means; nil if it is not a plain decimal number. Forms such as `0x10` and `1e2`
    /// would parse as numbers, but were probably meant as something else.
    public static func seconds(_ word: Substring) -> Double? {
        word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
            ? Double(word) : nil
    }

    /// Returns the start of a word, at most `most` characters, for a message. A terminal would obey control characters,
    /// so they are replaced.
    public static func shown(_ word: some StringProtocol, most: Int = 40) -> String {
        var text = ""
        text.unicodeScalars.append(
            contentsOf: word.prefix(most).unicodeScalars.prefix(2 * most).map {
                $0.properties.generalCategory == .control ? "\u{FFFD}" : $0
            })
        return text
    }
}

/// What the readers of lines that people type have in common.
public enum TypedText {
    /// The seconds that a word says; nil where it is no plain decimal number. What else can be read as a number (`0x10`, `1e2`) was
    /// rather meant as something else.
    public static func seconds(_ word: Substring) -> Double? {
        word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
            ? Double(word) : nil
    }

    /// The start of a word, of `most` characters, as it may stand in a message: control characters would reach the terminal as commands.
    public static func shown(_ word: some StringProtocol, most: Int = 40) -> String {
        var text = ""
        text.unicodeScalars.append(
            contentsOf: word.prefix(most).unicodeScalars.prefix(2 * most).map {
                $0.properties.generalCategory == .control ? "\u{FFFD}" : $0
            })
        return text
    }
}

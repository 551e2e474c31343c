/// Text in columns, where each character is as wide as the next.
public enum Padding {
    /// Text of at least `width` characters that stands on the left, filled with blanks.
    public static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Text of at least `width` characters that stands on the right, filled with blanks or another character.
    public static func right(_ text: String, _ width: Int, with filling: Character = " ") -> String {
        String(repeating: filling, count: max(0, width - text.count)) + text
    }
}

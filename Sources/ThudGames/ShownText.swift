/// What can be seen of a text that somebody else has written.
enum ShownText {
    /// Whether a reader would see any of it: blanks, joiners, soft hyphens, marks of direction and fillers alone show
    /// nothing, though they may have a width.
    static func isVisible(_ text: some StringProtocol) -> Bool { text.unicodeScalars.contains(where: isVisible) }

    /// Whether it turns the direction of all that follows, on the screen and in messages (Unicode Standard Annex 9, 2.1
    /// to 2.4).
    static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        guard !properties.isWhitespace, !properties.isDefaultIgnorableCodePoint, scalar != brailleBlank else {
            return false
        }
        switch properties.generalCategory {
        case .control, .format: return false
        default: return true
        }
    }

    /// A Braille pattern without dots: a symbol by its category, nothing to the eye.
    private static let brailleBlank: Unicode.Scalar = "\u{2800}"
}

import ThudCore

/// Checks whether text from other people is visible and safe to show.
enum ShownText {
    /// Whether a reader would see any of it. Blanks, joiners, soft hyphens, direction marks and fillers alone show
    /// nothing, though they may have a width.
    static func isVisible(_ text: some StringProtocol) -> Bool { text.unicodeScalars.contains(where: isVisible) }

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

    /// A Braille pattern without dots: a symbol by its category, but invisible.
    private static let brailleBlank: Unicode.Scalar = "\u{2800}"
}

/// The names of players: any script, one line, short enough to show.
package enum PlayerName {
    /// The most characters, as a reader counts them.
    package static let longest = 40
    /// The most Unicode scalars: a character may carry any number of accents, and a family emoji has seven.
    package static let mostScalars = 8 * longest

    /// Returns the names in the order of play as they are shown. An invisible name becomes `unnamed` and its number.
    package static func shown(_ names: [String], unnamed: String) -> [String] {
        names.enumerated().map { index, name in
            let line = cleaned(name, atMost: longest)
            return line.isEmpty ? "\(unnamed) \(index + 1)" : line
        }
    }

    /// Returns the index of the first name that nobody can tell from an earlier one on the screen; nil if all differ.
    package static func twin(in names: [String], unnamed: String) -> Int? {
        var taken: Set<String> = []
        return shown(names, unnamed: unnamed).firstIndex { name in
            let seen = name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
            return !taken.insert(String(String.UnicodeScalarView(seen)).lowercased()).inserted
        }
    }

    /// Returns `name` on one line of at most `longest` characters, without surrounding blanks and without characters
    /// unsafe for a screen. Empty if nothing of it is visible.
    package static func cleaned(_ name: String, atMost longest: Int) -> String {
        let visible = name.unicodeScalars.lazy.filter { !isRemoved($0) }.map { isBlank($0) ? " " : $0 }
        var line = String.UnicodeScalarView()
        for scalar in visible.prefix(8 * longest) where scalar != " " || (line.last ?? " ") != " " {
            line.append(scalar)
        }
        var cut = String(line).prefix(longest)
        while cut.last == " " { cut.removeLast() }
        return ShownText.isVisible(cut) ? String(cut) : ""
    }

    /// Line ends and tabs separate words, as a blank does.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    /// Whether it is a control character or turns the text's direction. Joiners stay: scripts and emoji need them.
    private static func isRemoved(_ scalar: Unicode.Scalar) -> Bool {
        TypedText.acts(scalar) && !isBlank(scalar)
    }
}

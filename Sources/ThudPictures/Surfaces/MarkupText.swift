import ThudCore

/// Words from outside as SVG and HTML may hold them.
enum MarkupText {
    /// Text that is harmless between tags and within quotes of either kind. What XML 1.0 or Unicode does not
    /// know as a character becomes U+FFFD, as a browser would show it.
    static func escaped(_ text: String) -> String {
        Entities.escaped(text) { scalar in
            switch scalar {
            case "\t", "\n", "\r": false
            case "\0"..<" ": true
            default: scalar.properties.isNoncharacterCodePoint
            }
        }
    }

    /// Text on one line: breaks and other control characters are blanks. The code points that Unicode keeps free of
    /// characters become U+FFFD, for one of them would spoil all of cairo's drawing that follows.
    static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let properties = scalar.properties
            let isControl = properties.generalCategory == .control
            line.append(isControl ? " " : properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar)
        }
        return String(line)
    }
}

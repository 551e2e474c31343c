/// Words from outside as SVG and HTML may hold them.
enum MarkupText {
    /// Text that is harmless between tags and within quotes of either kind. What XML 1.0 or Unicode does not
    /// know as a character becomes U+FFFD, as a browser would show it.
    static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
            case "\0"..<" ": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar)
            }
        }
        return result
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

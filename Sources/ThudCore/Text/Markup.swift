/// HTML and SVG text that is well-formed XML as well, with everything from outside escaped.
public enum Markup {
    /// Text that cannot be taken for markup, neither between tags nor within quotes of either kind.
    ///
    /// Three kinds of characters become U+FFFD: control characters other than tabs and line breaks and the code points
    /// that Unicode keeps free of characters, since XML 1.0 forbids most of them; and those that change the direction of
    /// writing, since a name could pass for another with them.
    public static func escaped(_ text: String) -> String {
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
            default: result.unicodeScalars.append(isUnfit(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return result
    }

    private static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
        default: scalar.properties.isNoncharacterCodePoint
        }
    }

    /// A coordinate with at most this many decimals, 0 to 3, and no zeros at its end: `0.5`, `12`, `-3.25`. What is no
    /// number is 0; what is beyond ±10⁹ is held there.
    public static func number(_ value: Double, decimals: Int = 1) -> String {
        Decimals.short(value.isNaN ? 0 : min(max(value, -1e9), 1e9), atMost: min(decimals, 3))
    }

    /// An element. The attributes are escaped here; the content is markup already.
    public static func element(
        _ name: String, _ attributes: [(String, String)] = [], _ content: String = ""
    ) -> String {
        let list = attributes.map { " \($0.0)=\"\(escaped($0.1))\"" }.joined()
        return content.isEmpty ? "<\(name)\(list)/>" : "<\(name)\(list)>\(content)</\(name)>"
    }
}

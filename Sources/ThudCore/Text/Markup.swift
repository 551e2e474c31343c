/// Writes HTML and SVG that is also well-formed XML, with all outside text escaped.
public enum Markup {
    /// Escapes text so that it cannot be read as markup, neither between tags nor within quotes of either kind.
    ///
    /// Three kinds of characters become U+FFFD: control characters other than tabs and line breaks, noncharacters (XML
    /// 1.0 forbids most of both), and those that change the writing direction, which could disguise a name.
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

    /// Formats a coordinate with at most this many decimals, 0 to 3, without trailing zeros: `0.5`, `12`, `-3.25`. NaN
    /// becomes 0, and values beyond ±10⁹ are clamped.
    public static func number(_ value: Double, decimals: Int = 1) -> String {
        Decimals.short(value.isNaN ? 0 : min(max(value, -1e9), 1e9), atMost: min(decimals, 3))
    }

    /// Returns an element. The attributes are escaped here; the content must already be markup.
    public static func element(
        _ name: String, _ attributes: [(String, String)] = [], _ content: String = ""
    ) -> String {
        let list = attributes.map { " \($0.0)=\"\(escaped($0.1))\"" }.joined()
        return content.isEmpty ? "<\(name)\(list)/>" : "<\(name)\(list)>\(content)</\(name)>"
    }
}

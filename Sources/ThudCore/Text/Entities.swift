/// Text from outside within HTML and SVG.
public enum Entities {
    /// Text that cannot be taken for markup, neither between tags nor within quotes of either kind.
    ///
    /// - Parameter isUnfit: what is shown as U+FFFD, as it has no place in the document.
    public static func escaped(_ text: String, replacing isUnfit: (Unicode.Scalar) -> Bool) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(isUnfit(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return result
    }
}

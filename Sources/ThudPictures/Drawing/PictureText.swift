import ThudCore

enum PictureText {
    /// Returns text on one line: line breaks and other control characters become spaces. Unicode noncharacters become
    /// U+FFFD, because one of them would spoil all of cairo's later drawing.
    static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let properties = scalar.properties
            let isControl = properties.generalCategory == .control
            line.append(isControl ? " " : properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar)
        }
        return String(line)
    }

    /// Formats a number with at most this many decimals, 0 to 3, and a minus sign instead of a hyphen.
    static func number(_ value: Double, decimals: Int = 1) -> String {
        signed(Markup.number(value, decimals: decimals))
    }

    /// Returns a figure that may begin with a hyphen with a minus sign instead.
    static func signed(_ figure: String) -> String {
        figure.hasPrefix("-") ? "\u{2212}" + figure.dropFirst() : figure
    }

    /// Formats a time in seconds with three digits and its unit: `22 ms`, `0.95 ms`, `1.25 s`.
    static func time(_ seconds: Double) -> String {
        seconds < 1
            ? number(seconds * 1_000, decimals: seconds < 0.01 ? 2 : seconds < 0.1 ? 1 : 0) + " ms"
            : number(seconds, decimals: seconds < 10 ? 2 : 1) + " s"
    }
}

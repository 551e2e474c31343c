import ThudCore

/// Numbers as people and SVG read them, without Foundation.
enum NumberText {
    /// A number with at most this many decimals, 0 to 3, and no zeros at its end: `0.5`, `12`, `-3.25`. What is no
    /// number, or beyond a thousand million, is held within that.
    static func plain(_ value: Double, decimals: Int = 1) -> String {
        Decimals.short(value.isNaN ? 0 : min(max(value, -1e9), 1e9), atMost: min(decimals, 3))
    }

    /// The same for people, with a minus sign instead of a hyphen.
    static func typeset(_ value: Double, decimals: Int = 1) -> String {
        let text = plain(value, decimals: decimals)
        return text.hasPrefix("-") ? "\u{2212}" + text.dropFirst() : text
    }

    /// A time in seconds with three figures and its unit: `22 ms`, `0.95 ms`, `1.25 s`.
    static func time(_ seconds: Double) -> String {
        seconds < 1
            ? typeset(seconds * 1_000, decimals: seconds < 0.01 ? 2 : seconds < 0.1 ? 1 : 0) + " ms"
            : typeset(seconds, decimals: seconds < 10 ? 2 : 1) + " s"
    }
}

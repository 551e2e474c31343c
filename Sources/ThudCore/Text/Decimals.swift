import Glibc

/// Formats numbers with a decimal point for people, without Foundation.
public enum Decimals {
    /// Returns a number with a fixed count of decimals, rounded to the nearest.
    ///
    /// - Parameters:
    ///   - value: any number.
    ///   - decimals: the number of decimals, clamped to 0...6.
    ///   - minus: the sign before a negative number, unless it is rounded to zero.
    ///   - absent: the text for a value that is not finite or beyond ±10¹².
    public static func fixed(_ value: Double, _ decimals: Int, minus: String = "-", absent: String = "-") -> String {
        guard value.isFinite, abs(value) < 1e12 else { return absent }
        let digits = min(max(decimals, 0), 6)
        var unit = 1
        for _ in 0..<digits { unit *= 10 }
        let scaled = Int((abs(value) * Double(unit)).rounded())
        let sign = value < 0 && scaled > 0 ? minus : ""
        guard digits > 0 else { return sign + String(scaled) }
        return sign + String(scaled / unit) + "." + Padding.right(String(scaled % unit), digits, with: "0")
    }

    /// Returns a share of 0...1 in whole percent, of which 0 and 100 mean nothing and all.
    package static func percent(_ share: Double) -> Int {
        share >= 1 ? 100 : share > 0 ? min(max(Int((share * 100).rounded()), 1), 99) : 0
    }

    /// Returns a number like ``fixed(_:_:minus:absent:)``, but with only as many decimals as it needs: `50`, `0.5`.
    public static func short(
        _ value: Double, atMost decimals: Int, minus: String = "-", absent: String = "-"
    ) -> String {
        var text = fixed(value, decimals, minus: minus, absent: absent)
        guard text.contains(".") else { return text }
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}

/// Formats counts of things for people.
public enum Count {
    /// Returns a count and its noun: `1 card`, `2 cards`, `0 cards`. The plural `many` is the singular with an s if it
    /// is not given.
    public static func of(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }
}

/// Pads text for columns in a monospaced font.
public enum Padding {
    /// Returns the text followed by spaces up to at least `width` characters.
    public static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Returns the text preceded by spaces, or another character, up to at least `width` characters.
    public static func right(_ text: String, _ width: Int, with filling: Character = " ") -> String {
        String(repeating: filling, count: max(0, width - text.count)) + text
    }
}

/// Round numbers for axes.
public enum NiceNumber {
    /// Returns the least of 1, 2 and 5 times a power of ten that is not below a positive, finite value; else 1.
    public static func atLeast(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return 1 }
        let power = pow(10, log10(value).rounded(.down))
        // A small tolerance, so that 0.2 computed as 0.20000000000000004 stays 0.2 and is not raised to 0.5.
        return [1, 2, 5].map { $0 * power }.first { $0 >= value * (1 - 1e-9) } ?? 10 * power
    }
}

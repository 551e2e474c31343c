/// Numbers with a point, as people read them, without Foundation.
public enum Decimals {
    /// A number with a fixed count of decimals, rounded to the nearest.
    ///
    /// - Parameters:
    ///   - decimals: how many; less than 0 counts as 0, more than 6 as 6.
    ///   - minus: what stands before a number below zero; never before one that is rounded to zero.
    ///   - absent: what stands for what is not finite or beyond ±10¹².
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

    /// The same with as few decimals as it needs: `50`, `0.5`.
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

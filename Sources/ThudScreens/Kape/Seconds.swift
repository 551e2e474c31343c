/// Times as screens show them.
enum Seconds {
    /// What is left, rounded up so that 0 is shown only when it is over: `42`, from 100 s on `2:05`.
    static func left(_ seconds: Double) -> String {
        let whole = Int(finite(seconds).rounded(.up))
        guard whole >= 100 else { return String(whole) }
        return "\(whole / 60):" + (whole % 60 < 10 ? "0" : "") + String(whole % 60)
    }

    /// How far `seconds` is on its way to `length`, 0 to 1.
    static func share(_ seconds: Double, of length: Double) -> Double {
        length > 0 ? min(finite(seconds) / length, 1) : 1
    }

    /// Between nothing and a day, whatever it was.
    private static func finite(_ seconds: Double) -> Double { seconds > 0 ? min(seconds, 86_400) : 0 }
}

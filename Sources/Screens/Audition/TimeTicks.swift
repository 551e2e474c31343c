import Glibc

/// Where an axis of time has its marks: at 1, 2 or 5 times a power of ten seconds, as many as their labels leave room for.
struct TimeTicks {
    struct Mark: Hashable {
        let column: Int
        let label: String
    }

    let marks: [Mark]

    /// A label with its mark and a gap, such as `1500 ms`.
    private static let room = 12

    init(seconds: Double, columns: Int) {
        let most = max(1, columns / Self.room)
        let step = Self.step(seconds / Double(most))
        let isShort = seconds < 2
        marks = (0...most).compactMap { index in
            let time = Double(index) * step
            let column = Int(time / seconds * Double(columns))
            let label = isShort ? "\(Self.shown(time * 1000)) ms" : "\(Self.shown(time)) s"
            guard column + label.utf8.count < columns else { return nil }
            return Mark(column: column, label: label)
        }
    }

    /// The smallest of 1, 2, 5, 10 .. that is not below `least`.
    private static func step(_ least: Double) -> Double {
        let power = pow(10, Glibc.floor(log10(least)))
        return ([1, 2, 5].map { $0 * power }.first { $0 >= least * 0.999 }) ?? 10 * power
    }

    /// Without zeros that say nothing.
    private static func shown(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        guard thousandths % 1000 != 0 else { return "\(thousandths / 1000)" }
        var digits = String(thousandths % 1000 + 1000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(thousandths / 1000).\(digits)"
    }
}

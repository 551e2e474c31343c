import Foundation

/// A table of figures beside their limits, in which a missed limit says so.
struct Table {
    private var lines: [String]

    init(_ title: String) { lines = ["| \(title) | measured | limit |", "|---|---:|---:|"] }

    /// A figure that is judged: `value` is what is held against the limit.
    mutating func add(
        _ name: String, _ text: String, _ value: Double, limit: Double, _ unit: String, isLeast: Bool = false
    ) {
        let isMissed = isLeast ? !(value >= limit) : !(value <= limit)
        lines.append(
            "| \(name) | \(text)\(isMissed ? ", **missed**" : "") | \(isLeast ? "at least " : "")\(limit.formatted())\(unit) |"
        )
    }

    /// A figure without a limit.
    mutating func add(_ name: String, _ text: String) { lines.append("| \(name) | \(text) | |") }

    /// The table.
    var markdown: String { lines.joined(separator: "\n") }

    /// A number to so many places.
    static func text(_ number: Double, _ places: Int = 1) -> String { String(format: "%.\(places)f", number) }
}

extension Array where Element == Double {
    /// The value that a share of them, 0 to 1, does not exceed; NaN of none.
    func percentile(_ share: Double) -> Double {
        let sorted = sorted()
        return isEmpty ? .nan : sorted[Swift.min(count - 1, Int((share * Double(count)).rounded(.up)) - 1)]
    }
}

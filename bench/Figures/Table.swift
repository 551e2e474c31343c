import Foundation

/// A table of figures and their limits, in which a missed limit is marked.
struct Table {
    private var lines: [String]

    init(_ title: String) { lines = ["| \(title) | measured | limit |", "|---|---:|---:|"] }

    /// Adds a figure that is judged: `value` is compared with the limit.
    mutating func add(
        _ name: String, _ text: String, _ value: Double, limit: Double, _ unit: String, isLeast: Bool = false
    ) {
        let isMissed = isLeast ? !(value >= limit) : !(value <= limit)
        lines.append(
            "| \(name) | \(text)\(isMissed ? ", **missed**" : "") | \(isLeast ? "at least " : "")\(limit.formatted())\(unit) |"
        )
    }

    /// Adds a figure without a limit.
    mutating func add(_ name: String, _ text: String) { lines.append("| \(name) | \(text) | |") }

    var markdown: String { lines.joined(separator: "\n") }

    /// Returns a number with this many decimals.
    static func text(_ number: Double, _ places: Int = 1) -> String { String(format: "%.\(places)f", number) }
}

extension Array where Element == Double {
    /// Returns the value that a share of them, 0 to 1, does not exceed; NaN if there are none.
    func percentile(_ share: Double) -> Double {
        let sorted = sorted()
        return isEmpty ? .nan : sorted[Swift.min(count - 1, Int((share * Double(count)).rounded(.up)) - 1)]
    }
}

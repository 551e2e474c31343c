import ThudCore

/// The figures by which a distribution is told, in the order of a table's columns.
enum FigureColumn: String, CaseIterable, Sendable {
    case count, p50, p90, p95, p99, p999, max, mean, jitter

    /// How it stands above a column.
    var title: String {
        switch self {
        case .count: "n"
        case .p999: "p99.9"
        default: rawValue
        }
    }

    /// The figure in milliseconds; for `count` the number.
    func value(of distribution: Distribution) -> Double {
        switch self {
        case .count: Double(distribution.count)
        case .p50: distribution.percentile(50).milliseconds
        case .p90: distribution.percentile(90).milliseconds
        case .p95: distribution.percentile(95).milliseconds
        case .p99: distribution.percentile(99).milliseconds
        case .p999: distribution.percentile(99.9).milliseconds
        case .max: distribution.greatest.milliseconds
        case .mean: distribution.mean
        case .jitter: distribution.jitter
        }
    }

    /// The figure as text: two decimals, which is ten microseconds.
    func text(of distribution: Distribution) -> String {
        self == .count ? String(distribution.count) : Text.fixed(value(of: distribution), 2)
    }
}

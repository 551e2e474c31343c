import ThudCore
import ThudTerminal

package enum MetricColumn: String, CaseIterable, Sendable {
    case count, p50, p90, p95, p99, p999, max, mean, jitter

    var title: String {
        switch self {
        case .count: "n"
        case .p999: "p99.9"
        default: rawValue
        }
    }

    /// Returns the value in milliseconds, or the number for `count`.
    package func value(of histogram: DurationHistogram) -> Double {
        switch self {
        case .count: Double(histogram.count)
        case .p50: histogram.percentile(50).milliseconds
        case .p90: histogram.percentile(90).milliseconds
        case .p95: histogram.percentile(95).milliseconds
        case .p99: histogram.percentile(99).milliseconds
        case .p999: histogram.percentile(99.9).milliseconds
        case .max: histogram.longest.milliseconds
        case .mean: histogram.mean
        case .jitter: histogram.jitter
        }
    }

    /// Returns the value with two decimals, which is a resolution of ten microseconds.
    func text(of histogram: DurationHistogram?) -> String {
        guard let histogram else { return Text.absent }
        return self == .count ? String(histogram.count) : Text.fixed(value(of: histogram), 2)
    }
}

/// A fixed-width text table of latencies and their metrics, in milliseconds.
struct MetricTable {
    /// The lines, none wider than requested.
    let lines: [String]

    /// The columns to drop if there is no room, in the order in which they go.
    private static let dispensable: [MetricColumn] = [.p90, .mean, .p999, .p95, .count, .jitter, .p99, .p50]

    /// A row's title and histogram; nil if nothing was recorded.
    typealias Row = (title: String, histogram: DurationHistogram?)

    /// Creates a table of `rows`, at most `width` columns wide.
    init(_ rows: [Row], head title: String, width: Int) {
        var columns = MetricColumn.allCases
        var dispensable = Self.dispensable[...]
        var names = rows.map(\.title.count).reduce(title.count, max)
        while names + columns.count * 2 + Self.widths(columns, rows).reduce(0, +) > width,
            let column = dispensable.popFirst()
        { columns.removeAll { $0 == column } }
        let widths = Self.widths(columns, rows)
        // Names are cut before numbers, because a cut number would be a different number.
        names = max(0, min(names, width - widths.reduce(0) { $0 + $1 + 2 }))
        func line(_ title: String, _ cells: [String]) -> String {
            let cells = zip(cells, widths).map { "  " + Padding.right($0, $1) }
            let line = Padding.left(TextWidth.clipped(title, to: names), names) + cells.joined()
            return String(line.prefix(max(0, width)))
        }
        let body = rows.map { row in line(row.title, columns.map { $0.text(of: row.histogram) }) }
        lines = [line(title, columns.map(\.title))] + body
    }

    private static func widths(_ columns: [MetricColumn], _ rows: [Row]) -> [Int] {
        columns.map { column in rows.reduce(column.title.count) { max($0, column.text(of: $1.histogram).count) } }
    }
}

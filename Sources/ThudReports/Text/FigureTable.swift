import ThudCore

/// The stages of a run as a table of fixed-width text, in milliseconds.
struct FigureTable {
    /// The lines, none of which is wider than asked.
    let lines: [String]

    /// Columns that may be missing where there is no room, the first to go first.
    private static let dispensable: [FigureColumn] = [.p90, .mean, .p999, .p95, .count, .jitter, .p99, .p50]

    /// A table of the stages within `width` columns.
    init(_ summary: BenchSummary, width: Int) {
        let rows = Stage.allCases.map { (title: $0.title, distribution: summary[$0]) }
        var columns = FigureColumn.allCases
        var dispensable = Self.dispensable[...]
        var names = rows.map(\.title.count).max() ?? 0
        while names + columns.count * 2 + Self.widths(columns, rows).reduce(0, +) > width,
            let column = dispensable.popFirst()
        {
            columns.removeAll { $0 == column }
        }
        let widths = Self.widths(columns, rows)
        // Half a number would be a lie; half a name is still a hint.
        names = max(0, min(names, width - widths.reduce(0) { $0 + $1 + 2 }))
        let head =
            Padding.left(Text.cut("ms", names), names)
            + zip(columns, widths).map { "  " + Padding.right($0.title, $1) }.joined()
        let body = rows.map { row in
            Padding.left(Text.cut(row.title, names), names)
                + zip(columns, widths).map { "  " + Padding.right(Self.cell($0, row.distribution), $1) }.joined()
        }
        lines = ([head] + body).map { String($0.prefix(max(0, width))) }
    }

    private static func widths(_ columns: [FigureColumn], _ rows: [(title: String, distribution: Distribution?)])
        -> [Int]
    {
        columns.map { column in
            rows.reduce(column.title.count) { max($0, cell(column, $1.distribution).count) }
        }
    }

    private static func cell(_ column: FigureColumn, _ distribution: Distribution?) -> String {
        distribution.map(column.text(of:)) ?? Text.absent
    }
}

import ThudCore

/// A histogram of a latency as bars of eighth blocks, a line a range, with the budget marked between the lines.
struct TerminalHistogram {
    /// The lines, none of which is wider than asked.
    let lines: [String]

    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    private static let rows = 16

    /// A histogram of `distribution` within `width` columns.
    init(_ distribution: Distribution, budget: Interval, width: Int, ink: Ink = Ink(isColoured: false)) {
        let buckets = Buckets(distribution, most: Self.rows, budget: budget)
        let labels = Self.labels(buckets)
        let labelWidth = (labels + [Text.budget(budget)]).map(\.count).max() ?? 0
        let countWidth = String(buckets.highest).count
        let room = max(1, width - labelWidth - countWidth - 3)
        var lines: [String] = []
        var isMarked = false
        func cut(_ line: String) -> String { String(line.prefix(max(0, width))) }
        for (bucket, label) in zip(buckets.buckets, labels) {
            // The range that holds the budget ends above the mark, so only ranges wholly beyond it stand below.
            if !isMarked, bucket.from >= budget.milliseconds {
                lines.append(ink.bad(cut(Self.mark(budget, labelWidth: labelWidth, room: room + countWidth + 1))))
                isMarked = true
            }
            let bar = Padding.left(Self.bar(bucket.count, of: buckets.highest, room: room), room)
            let count = Padding.right(String(bucket.count), countWidth)
            let line = cut("\(Padding.right(label, labelWidth)) │\(bar) \(count)")
            lines.append(bucket.from >= budget.milliseconds ? ink.bad(line) : line)
        }
        if !isMarked {
            lines.append(ink.faint(cut(Self.mark(budget, labelWidth: labelWidth, room: room + countWidth + 1))))
        }
        self.lines = lines
    }

    /// The ranges' lower edges, with as many decimals as tell them apart.
    private static func labels(_ buckets: Buckets) -> [String] {
        let edges = buckets.buckets.map(\.from)
        let decimals =
            (1...3).first { decimals in Set(edges.map { Text.fixed($0, decimals) }).count == edges.count } ?? 3
        return edges.map { Text.fixed($0, decimals) + " ms" }
    }

    private static func mark(_ budget: Interval, labelWidth: Int, room: Int) -> String {
        Padding.right(Text.budget(budget), labelWidth) + " ┼" + Padding.left(" budget ", room).replacingBlanksAtEnd()
    }

    /// A bar in eighths of a column; what occurs at all shows at least one.
    private static func bar(_ count: Int, of highest: Int, room: Int) -> String {
        guard count > 0, highest > 0 else { return "" }
        let length = max(1, Int((Double(count) / Double(highest) * Double(room) * 8).rounded()))
        return String(repeating: "█", count: length / 8) + eighths[length % 8]
    }
}

extension String {
    /// The text with a rule in place of the blanks at its end.
    fileprivate func replacingBlanksAtEnd() -> String {
        let kept = self.reversed().drop { $0 == " " }.count
        return String(prefix(kept)) + " " + String(repeating: "─", count: max(0, count - kept - 1))
    }
}

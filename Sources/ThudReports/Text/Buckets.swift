import Glibc
import ThudCore

/// A histogram divided into ranges for drawing. They have equal widths, or equal ratios if the longest value is above
/// eight times the median, since equal widths would then squeeze half of all values into two ranges.
struct Buckets {
    /// One range in milliseconds, from `from` up to but not including `to`; only the last includes it.
    typealias Bucket = (from: Double, to: Double, count: Int)

    let buckets: [Bucket]
    let isLogarithmic: Bool

    /// Divides `histogram` into at most `most` (2 or more) ranges with round edges. The range that holds the budget is
    /// split, so that none is both within and beyond.
    init(_ histogram: DurationHistogram, most: Int, budget: Interval) {
        let least = histogram.shortest.milliseconds
        let greatest = histogram.longest.milliseconds
        let median = histogram.percentile(50).milliseconds
        isLogarithmic = least > 0 && greatest > 8 * median
        var edges =
            isLogarithmic
            ? Self.ratioEdges(from: least, to: greatest, most: most)
            : Self.equalEdges(from: least, to: greatest, most: most)
        Self.cut(&edges, at: budget.milliseconds)
        var counts = [Int](repeating: 0, count: edges.count - 1)
        var place = 0
        for (duration, count) in histogram.entries {
            while place < counts.count - 1, duration.milliseconds >= edges[place + 1] { place += 1 }
            counts[place] += count
        }
        buckets = counts.indices.map { (edges[$0], edges[$0 + 1], counts[$0]) }
    }

    var highest: Int { buckets.map(\.count).max() ?? 0 }

    /// Inserts an edge just above the budget, since a value equal to it is within.
    private static func cut(_ edges: inout [Double], at budget: Double) {
        let beyond = budget.nextUp
        guard let place = edges.firstIndex(where: { $0 > budget * (1 + 1e-9) }), place > 0 else { return }
        if place > 1, edges[place - 1] > budget * (1 - 1e-9) {
            edges[place - 1] = beyond
        } else {
            edges.insert(beyond, at: place)
        }
    }

    /// Returns multiples of a round step that cover `least` to `greatest`.
    private static func equalEdges(from least: Double, to greatest: Double, most: Int) -> [Double] {
        // The step is at least ten microseconds, since finer is noise. One range is reserved for rounding edges
        // outwards.
        let step = NiceNumber.atLeast(max((greatest - least) / Double(max(1, most - 1)), 0.01))
        let first = (least / step).rounded(.down)
        let count = max(1, Int((greatest / step - first).rounded(.up)))
        return (0...min(count, most)).map { (first + Double($0)) * step }
    }

    /// Returns edges at equal ratios, with as many per decade as there is room for.
    private static func ratioEdges(from least: Double, to greatest: Double, most: Int) -> [Double] {
        let first = log10(least).rounded(.down)
        let decades = max(1, log10(greatest).rounded(.up) - first)
        let perDecade = max(1, Int(Double(most) / decades))
        let edges = (0...Int(decades) * perDecade).map { pow(10, first + Double($0) / Double(perDecade)) }
        // Empty ranges before the first and after the last value are dropped.
        let low = (edges.lastIndex { $0 <= least }) ?? 0
        let high = (edges.firstIndex { $0 >= greatest }) ?? edges.count - 1
        return Array(edges[low...max(high, low + 1)])
    }
}

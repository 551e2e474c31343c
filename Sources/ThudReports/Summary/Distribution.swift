import ThudCore

/// Lengths of time in the order of their size, and the figures that describe them. Exact: nothing is put into buckets.
public struct Distribution: Hashable, Sendable {
    /// The distinct lengths, the shortest first; never empty.
    private let lengths: [Interval]
    /// How many are as long as the length at the same place or shorter.
    private let cumulative: [Int]
    /// Their average, in milliseconds.
    public let mean: Double
    /// Their standard deviation in milliseconds, as ``LatencySummary/jitter``: of all of them, not of a sample.
    public let jitter: Double

    /// The distribution of lengths in any order; nil where there is none.
    public init?(_ intervals: some Sequence<Interval>) {
        self.init(ascending: intervals.sorted().map { ($0, 1) })
    }

    /// The distribution of what was counted; nil where nothing was.
    public init?(_ tally: Tally) { self.init(ascending: tally.entries) }

    private init?(ascending entries: [(length: Interval, count: Int)]) {
        var lengths: [Interval] = []
        var cumulative: [Int] = []
        for (length, count) in entries {
            if lengths.last == length {
                cumulative[cumulative.count - 1] += count
            } else {
                lengths.append(length)
                cumulative.append((cumulative.last ?? 0) + count)
            }
        }
        guard let total = cumulative.last else { return nil }
        self.lengths = lengths
        self.cumulative = cumulative
        // The mean first and the squares about it: of large, nearly equal numbers no digits are lost.
        let weights = cumulative.indices.map { Double(cumulative[$0] - ($0 == 0 ? 0 : cumulative[$0 - 1])) }
        let mean = zip(lengths, weights).reduce(0.0) { $0 + $1.0.milliseconds * $1.1 } / Double(total)
        let squares = zip(lengths, weights).reduce(0.0) { sum, entry in
            let deviation = entry.0.milliseconds - mean
            return sum + deviation * deviation * entry.1
        }
        self.mean = mean
        jitter = (squares / Double(total)).squareRoot()
    }

    /// How many there are, at least one.
    public var count: Int { cumulative[cumulative.count - 1] }
    /// The shortest.
    public var least: Interval { lengths[0] }
    /// The longest.
    public var greatest: Interval { lengths[lengths.count - 1] }

    /// The shortest length that at least `percent` (0...100) per cent of all do not exceed: nearest rank, as
    /// HdrHistogram counts.
    public func percentile(_ percent: Double) -> Interval { length(ofRank: rank(ofPercentile: percent)) }

    /// The rank, counted from 1, at which a percentile stands.
    func rank(ofPercentile percent: Double) -> Int {
        let share = min(max(percent, 0), 100) / 100 * Double(count)
        // A hair off, so that 99 % of 100 is the 99th although 0.99 is no binary number.
        return max(1, min(count, Int((share - 1e-9 * Double(count)).rounded(.up))))
    }

    /// How many do not exceed `limit`.
    public func count(upTo limit: Interval) -> Int {
        var low = 0
        var high = lengths.count
        while low < high {
            let middle = (low + high) / 2
            if lengths[middle] <= limit { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? 0 : cumulative[low - 1]
    }

    /// The length of the given rank, counted from 1.
    func length(ofRank rank: Int) -> Interval { lengths[place(ofRank: max(1, min(count, rank)))] }

    /// The distinct lengths with how often each occurs.
    var entries: [(length: Interval, count: Int)] {
        lengths.indices.map { (lengths[$0], cumulative[$0] - ($0 == 0 ? 0 : cumulative[$0 - 1])) }
    }

    private func place(ofRank rank: Int) -> Int {
        var low = 0
        var high = lengths.count - 1
        while low < high {
            let middle = (low + high) / 2
            if cumulative[middle] < rank { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

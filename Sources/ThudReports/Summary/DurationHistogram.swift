import Histogram
import ThudCore

/// The longest latencies that a player does not notice.
package enum LatencyBudget {
    /// "The sound and haptic feedback must play within 50 ms" of the trigger (forehead game's PRD, NFR Latency).
    package static let output = Interval.milliseconds(50)
}

/// Counts how often each duration occurred, and computes percentiles, extremes, mean and jitter.
///
/// Counts are exact to the resolution. HdrHistogram's buckets, which widen with the value, would be smaller. But the
/// bench's file holds durations to the microsecond, and its comparison draws them by rank; a bench has at most some ten
/// thousand different ones. An empty histogram returns zero for everything; check ``isEmpty`` first.
package struct DurationHistogram: Hashable, Sendable {
    /// The unit to which durations are rounded.
    package let resolution: Interval
    private var durations: [Interval] = []
    /// For each duration, the number of recorded durations up to it.
    private var cumulative: [Int] = []

    /// - Parameter resolution: one nanosecond keeps every duration exact; a coarser one keeps large histograms small.
    package init(resolution: Interval = .nanosecond) { self.resolution = resolution }

    /// Creates a histogram of durations in any order, faster than by recording them one by one.
    package init(_ durations: some Sequence<Interval>, resolution: Interval = .nanosecond) {
        self.init(resolution: resolution)
        // The longest so far is appended, and nothing after it has to be counted again.
        for duration in durations.sorted() { record(duration) }
    }

    /// Counts `times` (0 or more) occurrences of a duration.
    package mutating func record(_ duration: Interval, times: Int = 1) {
        guard times > 0 else { return }
        let duration = rounded(duration)
        let place = durations.partitionPoint { $0 >= duration }
        if place == durations.count || durations[place] != duration {
            durations.insert(duration, at: place)
            cumulative.insert(place == 0 ? 0 : cumulative[place - 1], at: place)
        }
        for later in place..<cumulative.count { cumulative[later] += times }
    }

    package var count: Int { cumulative.last ?? 0 }
    package var isEmpty: Bool { durations.isEmpty }
    package var shortest: Interval { durations.first ?? .zero }
    package var longest: Interval { durations.last ?? .zero }

    /// The mean in milliseconds.
    package var mean: Double {
        isEmpty ? 0 : entries.reduce(0) { $0 + $1.duration.milliseconds * Double($1.count) } / Double(count)
    }

    /// The standard deviation of all durations in milliseconds, not an estimate from a sample.
    package var jitter: Double {
        guard !isEmpty else { return 0 }
        // The squares are taken about the mean, because the difference of two large sums would lose digits.
        let mean = mean
        let squares = entries.reduce(0.0) { sum, entry in
            let deviation = entry.duration.milliseconds - mean
            return sum + deviation * deviation * Double(entry.count)
        }
        return (squares / Double(count)).squareRoot()
    }

    /// Returns the shortest duration that at least `percent` (0...100) per cent do not exceed: HdrHistogram's nearest
    /// rank.
    package func percentile(_ percent: Double) -> Interval { duration(ofRank: rank(ofPercentile: percent)) }

    /// Returns how many durations are at most `limit`, which is rounded to the resolution.
    package func count(upTo limit: Interval) -> Int {
        let limit = rounded(limit)
        let place = durations.partitionPoint { $0 > limit }
        return place == 0 ? 0 : cumulative[place - 1]
    }

    /// The distinct durations in ascending order, each with its count.
    package var entries: [(duration: Interval, count: Int)] {
        durations.indices.map { (durations[$0], cumulative[$0] - ($0 == 0 ? 0 : cumulative[$0 - 1])) }
    }

    /// Returns the rank of a percentile, counted from 1.
    func rank(ofPercentile percent: Double) -> Int {
        let share = min(max(percent, 0), 100) / 100 * Double(count)
        // The small reduction makes 99 % of 100 the 99th, although 0.99 has no exact binary form.
        return max(1, min(count, Int((share - 1e-9 * Double(count)).rounded(.up))))
    }

    /// Returns the duration of a rank, counted from 1 and clamped to 1...count.
    func duration(ofRank rank: Int) -> Interval {
        guard !isEmpty else { return .zero }
        let rank = max(1, min(count, rank))
        return durations[cumulative.partitionPoint { $0 >= rank }]
    }

    /// Returns the nearest multiple of the resolution; halves round away from zero.
    private func rounded(_ duration: Interval) -> Interval {
        let unit = resolution.nanoseconds
        guard unit > 1 else { return duration }
        // The clamp to 146 years keeps the rounding from overflowing.
        let nanoseconds = min(max(duration.nanoseconds, -(1 << 62)), 1 << 62)
        let rest = nanoseconds % unit
        let rounding: Int64 = 2 * rest >= unit ? 1 : 2 * rest <= -unit ? -1 : 0
        return Interval(nanoseconds: (nanoseconds / unit + rounding) * unit)
    }

    /// The distribution in the format of HdrHistogram's tools and plotter: values in milliseconds, one line per
    /// percentile, five lines each time the rest halves.
    var percentileText: String {
        // HdrHistogram counts microseconds to four digits here; each doubling of its range costs 64 KiB. Durations are
        // clamped to 0 to one minute.
        let longest: UInt64 = 60_000_000
        var histogram = Histogram<UInt64>(highestTrackableValue: longest, numberOfSignificantValueDigits: .four)
        for (duration, count) in entries {
            let value = min((UInt64(max(0, duration.nanoseconds)) + 500) / 1000, longest)
            histogram.record(value, count: UInt64(count))
        }
        var text = ""
        histogram.outputPercentileDistribution(to: &text, outputValueUnitScalingRatio: 1000)
        return text
    }
}

import Histogram
import ThudCore

/// The longest latencies that a player does not notice.
package enum LatencyBudget {
    /// "The sound and haptic feedback must play within 50 ms" of the trigger (forehead game's PRD, NFR Latency).
    package static let output = Interval.milliseconds(50)
}

/// How often each duration occurred, and the metrics that describe them: percentiles, extremes, mean and jitter.
///
///     var latencies = DurationHistogram()
///     latencies.record(.milliseconds(4))
///     print(latencies.percentile(99).milliseconds)
///
/// Counts are exact to the resolution. Buckets that widen with the value, as HdrHistogram has them, would be smaller, but
/// the bench's file holds its durations to the microsecond and its comparison draws them by rank; a bench has at most
/// some ten thousand different ones. An empty histogram answers zero to everything; ask ``isEmpty`` first.
package struct DurationHistogram: Hashable, Sendable {
    /// Durations are rounded to whole multiples of this.
    package let resolution: Interval
    /// The distinct durations, the shortest first.
    private var durations: [Interval] = []
    /// How many are as long as the duration at the same place, or shorter.
    private var cumulative: [Int] = []

    /// An empty histogram.
    ///
    /// - Parameter resolution: one nanosecond keeps every duration as it is; a coarser one keeps the histogram small where
    ///   durations come by the thousand.
    package init(resolution: Interval = .nanosecond) { self.resolution = resolution }

    /// A histogram of durations in any order. Faster than recording one by one.
    package init(_ durations: some Sequence<Interval>, resolution: Interval = .nanosecond) {
        self.init(resolution: resolution)
        for duration in durations.map(rounded).sorted() { append(duration, times: 1) }
    }

    /// Counts `times` occurrences (0 or more) of a duration.
    package mutating func record(_ duration: Interval, times: Int = 1) {
        guard times > 0 else { return }
        let duration = rounded(duration)
        let place = firstPlace { durations[$0] >= duration }
        if place == durations.count || durations[place] != duration {
            durations.insert(duration, at: place)
            cumulative.insert(place == 0 ? 0 : cumulative[place - 1], at: place)
        }
        for later in place..<cumulative.count { cumulative[later] += times }
    }

    /// How many durations were recorded.
    package var count: Int { cumulative.last ?? 0 }
    package var isEmpty: Bool { durations.isEmpty }
    package var shortest: Interval { durations.first ?? .zero }
    package var longest: Interval { durations.last ?? .zero }

    /// The average, in milliseconds.
    package var mean: Double {
        isEmpty ? 0 : entries.reduce(0) { $0 + $1.duration.milliseconds * Double($1.count) } / Double(count)
    }

    /// The standard deviation in milliseconds: of all durations, not estimated from a sample.
    package var jitter: Double {
        guard !isEmpty else { return 0 }
        // The mean first and the squares about it: the difference of two large sums would lose digits.
        let mean = mean
        let squares = entries.reduce(0.0) { sum, entry in
            let deviation = entry.duration.milliseconds - mean
            return sum + deviation * deviation * Double(entry.count)
        }
        return (squares / Double(count)).squareRoot()
    }

    /// The shortest duration that at least `percent` (0...100) per cent of all do not exceed: the nearest rank, as
    /// HdrHistogram counts it.
    package func percentile(_ percent: Double) -> Interval { duration(ofRank: rank(ofPercentile: percent)) }

    /// How many durations do not exceed `limit`, which is rounded to the resolution as they are.
    package func count(upTo limit: Interval) -> Int {
        let limit = rounded(limit)
        let place = firstPlace { durations[$0] > limit }
        return place == 0 ? 0 : cumulative[place - 1]
    }

    /// The distinct durations, the shortest first, with how often each occurred.
    package var entries: [(duration: Interval, count: Int)] {
        durations.indices.map { (durations[$0], cumulative[$0] - ($0 == 0 ? 0 : cumulative[$0 - 1])) }
    }

    /// The rank, counted from 1, at which a percentile stands.
    func rank(ofPercentile percent: Double) -> Int {
        let share = min(max(percent, 0), 100) / 100 * Double(count)
        // A little is taken off, so that 99 % of 100 is the 99th although 0.99 is no binary number.
        return max(1, min(count, Int((share - 1e-9 * Double(count)).rounded(.up))))
    }

    /// The duration of the given rank, counted from 1 and held within 1...count.
    func duration(ofRank rank: Int) -> Interval {
        guard !isEmpty else { return .zero }
        let rank = max(1, min(count, rank))
        return durations[firstPlace { cumulative[$0] >= rank }]
    }

    /// Adds a rounded duration that is no shorter than those before it.
    private mutating func append(_ duration: Interval, times: Int) {
        if durations.last == duration {
            cumulative[cumulative.count - 1] += times
        } else {
            cumulative.append(count + times)
            durations.append(duration)
        }
    }

    /// The nearest multiple of the resolution, halves away from zero.
    private func rounded(_ duration: Interval) -> Interval {
        let unit = resolution.nanoseconds
        guard unit > 1 else { return duration }
        // Held to 146 years, so that rounding cannot overflow.
        let nanoseconds = min(max(duration.nanoseconds, -(1 << 62)), 1 << 62)
        let rest = nanoseconds % unit
        let rounding: Int64 = 2 * rest >= unit ? 1 : 2 * rest <= -unit ? -1 : 0
        return Interval(nanoseconds: (nanoseconds / unit + rounding) * unit)
    }

    /// The first place of which `holds` is true, where it is false of all before and true of all after.
    private func firstPlace(where holds: (Int) -> Bool) -> Int {
        var low = 0
        var high = durations.count
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension DurationHistogram {
    /// The distribution as HdrHistogram's tools write it and its plotter reads it: values in milliseconds, a line a
    /// percentile, five lines each time the rest halves.
    var percentileText: String {
        // HdrHistogram counts microseconds to four digits here; each doubling of its range costs 64 KiB. A duration below
        // zero counts as none, and one above a minute as a minute.
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

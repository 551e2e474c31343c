import Glibc
import ThudCore

/// One latency metric in two runs, with the confidence interval of its ratio.
package struct MetricChange: Hashable, Sendable {
    /// A smaller change is never a regression: nobody feels it, and another phase of the quantum causes as much.
    private static let leastChange = Interval(nanoseconds: 100_000)
    /// The least number of cues from which the median is judged. Of fewer, not even the whole range is an interval of
    /// 95 %.
    static let leastCountForMedian = 6
    /// The least number of cues from which p99 is judged. With fewer it is only the worst cue.
    static let leastCountForP99 = 100

    /// `median` or `p99`.
    package let name: String
    package let old: Interval
    package let new: Interval
    /// New divided by old; each counts as at least a microsecond.
    package let ratio: Double
    /// The 95 % confidence interval of the ratio.
    package let confidence: ClosedRange<Double>
    /// Whether there are enough cues to judge this metric.
    package let isDecisive: Bool
    /// Whether the new run is slower by more than the tolerance and by more than chance explains.
    package let isRegression: Bool

    init(
        _ name: String, percent: Double, old: DurationHistogram, new: DurationHistogram, tolerance: Double,
        resamples: Int, isDecisive: Bool, resampling: inout Resampling
    ) {
        self.name = name
        self.old = old.percentile(percent)
        self.new = new.percentile(percent)
        self.isDecisive = isDecisive
        ratio = Self.ratio(self.new, self.old)
        // The nearest rank of few values lies lower in their distribution than that of many. Both resamples are
        // therefore as small as the smaller run, so that equal runs of different lengths do not seem to differ.
        let smaller = old.count < new.count ? old : new
        let rank = smaller.rank(ofPercentile: percent)
        let ratios = (0..<resamples).map { _ in
            let drawnOld = resampling.duration(ofRank: rank, among: smaller.count, of: old)
            return Self.ratio(resampling.duration(ofRank: rank, among: smaller.count, of: new), drawnOld)
        }.sorted()
        let tail = ratios.count / 40
        confidence = ratios[tail]...ratios[ratios.count - 1 - tail]
        isRegression = isDecisive && confidence.lowerBound > 1 + tolerance && self.new - self.old >= Self.leastChange
    }

    /// `median 4.10 ms, was 4.00 ms: 1.02 times (95 % sure: 0.98 to 1.07)`.
    ///
    /// - Parameter words: what stands between the new and the old value: `, was`.
    func line(then words: String) -> String {
        "\(name) \(Text.fixed(new.milliseconds, 2)) ms\(words) \(Text.fixed(old.milliseconds, 2)) ms: "
            + "\(Text.fixed(ratio, 2)) times (95 % sure: \(Text.fixed(confidence.lowerBound, 2)) to "
            + "\(Text.fixed(confidence.upperBound, 2)))"
    }

    /// The metric in JSON, with these names for the two runs.
    func members(_ first: String, _ second: String) -> [JSONValue.Member] {
        [
            .init("name", .string(name)), .init(first, .number(old.milliseconds)),
            .init(second, .number(new.milliseconds)), .init("ratio", .number(ratio)),
            .init("low", .number(confidence.lowerBound)), .init("high", .number(confidence.upperBound)),
        ]
    }

    private static func ratio(_ new: Interval, _ old: Interval) -> Double {
        Double(max(1000, new.nanoseconds)) / Double(max(1000, old.nanoseconds))
    }
}

/// Draws bootstrap percentiles at a cost that does not depend on the number of values.
///
/// The k-th smallest of a resample of n values is the original value at the position of the k-th smallest of n uniform
/// numbers. That number has the distribution Beta(k, n − k + 1) (David and Nagaraja, "Order Statistics", 3rd edition,
/// section 2.1). So one beta draw exactly replaces a whole resample.
struct Resampling {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Returns the duration of a rank, counted from 1, in one resample of `count` values of a non-empty histogram.
    mutating func duration(ofRank rank: Int, among count: Int, of histogram: DurationHistogram) -> Interval {
        let below = gamma(shape: Double(rank))
        let above = gamma(shape: Double(count - rank + 1))
        let place = below / (below + above) * Double(histogram.count)
        return histogram.duration(ofRank: Int(min(max(place, 0), Double(histogram.count - 1))) + 1)
    }

    /// Returns a gamma variate of a shape of 1 or more and scale 1: Marsaglia and Tsang, "A Simple Method for
    /// Generating Gamma Variables" (ACM Transactions on Mathematical Software 26, 2000). At least 95 % of its tries
    /// succeed.
    private mutating func gamma(shape: Double) -> Double {
        let d = shape - 1.0 / 3
        let c = 1 / (9 * d).squareRoot()
        while true {
            let x = normal()
            let root = 1 + c * x
            guard root > 0 else { continue }
            let v = root * root * root
            if log(1 - generator.unit()) < x * x / 2 + d - d * v + d * log(v) { return d * v }
        }
    }

    /// Returns a normal variate with mean 0 and standard deviation 1, after Box and Muller; `unit()` is never 1.
    private mutating func normal() -> Double {
        (-2 * log(1 - generator.unit())).squareRoot() * cos(2 * .pi * generator.unit())
    }
}

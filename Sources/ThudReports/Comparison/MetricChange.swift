import Glibc
import ThudCore

/// One metric of the latency in two runs, with the confidence interval of its ratio.
package struct MetricChange: Hashable, Sendable {
    /// A smaller change is no regression, whatever its ratio: nobody feels it, and another phase of the quantum causes as
    /// much.
    package static let leastChange = Interval(nanoseconds: 100_000)

    /// The 99th percentile is judged from so many cues on; of fewer it is the worst cue alone.
    package static let leastCountForP99 = 100

    /// `median` or `p99`.
    package let name: String
    package let old: Interval
    package let new: Interval
    /// New divided by old; both are taken as a microsecond at the least.
    package let ratio: Double
    /// The 95 % confidence interval of the ratio.
    package let confidence: ClosedRange<Double>
    /// Whether there are enough cues to judge this metric.
    package let isDecisive: Bool
    /// Whether the new run is slower by more than the tolerance and by more than chance explains.
    package let isRegression: Bool

    /// Compares the `percent` percentile.
    init(
        _ name: String, percent: Double, old: DurationHistogram, new: DurationHistogram, tolerance: Double,
        resamples: Int,
        isDecisive: Bool, resampling: inout Resampling
    ) {
        self.name = name
        self.old = old.percentile(percent)
        self.new = new.percentile(percent)
        self.isDecisive = isDecisive
        ratio = Self.ratio(self.new, self.old)
        var ratios: [Double] = []
        ratios.reserveCapacity(resamples)
        for _ in 0..<resamples {
            let drawnOld = resampling.percentile(percent, of: old)
            let drawnNew = resampling.percentile(percent, of: new)
            ratios.append(Self.ratio(drawnNew, drawnOld))
        }
        ratios.sort()
        let tail = ratios.count / 40
        confidence = ratios[tail]...ratios[ratios.count - 1 - tail]
        isRegression =
            isDecisive && confidence.lowerBound > 1 + tolerance && self.new - self.old >= Self.leastChange
    }

    private static func ratio(_ new: Interval, _ old: Interval) -> Double {
        Double(max(1000, new.nanoseconds)) / Double(max(1000, old.nanoseconds))
    }
}

/// Bootstrap draws of a percentile, each at a cost that does not depend on how many values there are.
///
/// A resample's k-th smallest value is the original's value at the place of the k-th smallest of n uniform numbers, and
/// that number is Beta(k, n − k + 1) distributed (David and Nagaraja, "Order Statistics", 3rd edition, section 2.1). So
/// one beta draw stands for a whole resample, exactly.
struct Resampling {
    private var generator: SeededGenerator

    /// Draws that `seed` decides.
    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// The `percent` percentile of one resample of a histogram that is not empty.
    mutating func percentile(_ percent: Double, of histogram: DurationHistogram) -> Interval {
        let count = histogram.count
        let rank = histogram.rank(ofPercentile: percent)
        let below = gamma(shape: Double(rank))
        let above = gamma(shape: Double(count - rank + 1))
        let place = below / (below + above) * Double(count)
        return histogram.duration(ofRank: Int(min(max(place, 0), Double(count - 1))) + 1)
    }

    /// A gamma variate of a shape of 1 or more and scale 1: Marsaglia and Tsang, "A Simple Method for Generating Gamma
    /// Variables" (ACM Transactions on Mathematical Software 26, 2000). At least 95 % of its tries succeed.
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

    /// A normal variate with mean 0 and standard deviation 1, after Box and Muller; `unit()` is never 1.
    private mutating func normal() -> Double {
        (-2 * log(1 - generator.unit())).squareRoot() * cos(2 * .pi * generator.unit())
    }
}

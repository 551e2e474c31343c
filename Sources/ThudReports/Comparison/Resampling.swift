import Glibc
import ThudCore

/// Bootstrap draws of a percentile, each at a cost that does not depend on how many values there are.
///
/// A resample's k-th smallest value is the original's value at the place of the k-th smallest of n uniform numbers, and
/// that number is Beta(k, n − k + 1) distributed (David and Nagaraja, "Order Statistics", 3rd edition, section 2.1). So
/// one beta draw stands for a whole resample, exactly.
struct Resampling {
    private var generator: SeededGenerator

    /// Draws that `seed` decides.
    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// The `percent` percentile of one resample of `distribution`.
    mutating func percentile(_ percent: Double, of distribution: Distribution) -> Interval {
        let count = distribution.count
        let rank = distribution.rank(ofPercentile: percent)
        let below = gamma(shape: Double(rank))
        let above = gamma(shape: Double(count - rank + 1))
        let place = below / (below + above) * Double(count)
        return distribution.length(ofRank: Int(min(max(place, 0), Double(count - 1))) + 1)
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

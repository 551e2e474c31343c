import Glibc

/// Round numbers for axes.
enum Scale {
    /// The smallest of 1, 2, 5 times a power of ten that is not below `least` (above zero, finite).
    static func roundStep(atLeast least: Double) -> Double {
        guard least > 0, least.isFinite else { return 1 }
        let exponent = floor(log10(least))
        for candidate in [1.0, 2, 5, 10] {
            let step = candidate * pow(10, exponent)
            // A hair's breadth of forgiveness: 0.1 is not representable.
            if step >= least * (1 - 1e-9) { return step }
        }
        return pow(10, exponent + 1)
    }

    /// Round numbers from `low` to `high`, about `count` of them, none outside.
    static func ticks(from low: Double, to high: Double, about count: Int) -> [Double] {
        guard high > low, (high - low).isFinite, count > 0 else { return [low] }
        let step = roundStep(atLeast: (high - low) / Double(count))
        let first = (low / step - 1e-9).rounded(.up)
        let last = (high / step + 1e-9).rounded(.down)
        guard last >= first, last - first < 1000 else { return [low] }
        return (0...Int(last - first)).map { (first + Double($0)) * step }
    }
}

import Glibc

/// Round numbers for axes.
public enum NiceNumber {
    /// The smallest of 1, 2 and 5 times a power of ten that is no less than a positive, finite value; 1 for others.
    public static func atLeast(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return 1 }
        let power = pow(10, log10(value).rounded(.down))
        // A small tolerance, so that 0.2 computed as 0.20000000000000004 does not become 0.5.
        return [1, 2, 5].map { $0 * power }.first { $0 >= value * (1 - 1e-9) } ?? 10 * power
    }
}

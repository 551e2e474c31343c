import Glibc

extension Double {
    /// Returns the nearest number with at most this many decimals, so that files show no trail of digits. Never -0.
    public func rounded(decimals: Int) -> Double {
        let scale = pow(10, Double(decimals))
        let result = (self * scale).rounded() / scale
        return result.isFinite ? result + 0 : self
    }

    /// The nearest whole microsecond, for a number of seconds. That is finer than any actuator or sample rate needs.
    public var wholeMicroseconds: Double { rounded(decimals: 6) }
}

extension Comparable {
    /// Returns the nearest value in a range.
    package func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}

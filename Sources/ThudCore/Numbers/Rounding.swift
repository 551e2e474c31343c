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

extension RandomAccessCollection {
    /// Returns the first index from which a condition holds, by bisection; `endIndex` if it never holds.
    ///
    /// - Precondition: if the condition holds for an element, it holds for all later ones.
    public func partitionPoint(where holds: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if holds(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}

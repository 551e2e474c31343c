import Glibc

extension Double {
    /// The nearest number with at most so many decimals, so that arithmetic leaves no trail of digits in a file. Never -0.
    public func rounded(decimals: Int) -> Double {
        let scale = pow(10, Double(decimals))
        let result = (self * scale).rounded() / scale
        return result.isFinite ? result + 0 : self
    }

    /// A number of seconds at the nearest whole microsecond, which is finer than any actuator or sample rate needs.
    public var wholeMicroseconds: Double { rounded(decimals: 6) }
}

extension RandomAccessCollection {
    /// The first index from which on a condition holds, by bisection; the end where it never holds.
    ///
    /// - Precondition: once the condition holds for an element it holds for all that follow.
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

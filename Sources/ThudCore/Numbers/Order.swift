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

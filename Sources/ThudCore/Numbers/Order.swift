extension Sequence {
    /// Returns the elements sorted by a key, those with equal keys in their present order.
    package func stablySorted(by key: (Element) -> some Comparable) -> [Element] {
        // The standard library's `sorted` is stable but does not promise to be, so the index breaks ties.
        enumerated().map { (key: key($0.element), place: $0.offset, element: $0.element) }
            .sorted { ($0.key, $0.place) < ($1.key, $1.place) }.map(\.element)
    }
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

import ThudCore

/// Round numbers for axes.
enum Scale {
    /// Round numbers from `low` to `high`, about `count` of them, none outside.
    static func ticks(from low: Double, to high: Double, about count: Int) -> [Double] {
        guard high > low, (high - low).isFinite, count > 0 else { return [low] }
        let step = NiceNumber.atLeast((high - low) / Double(count))
        let first = (low / step - 1e-9).rounded(.up)
        let last = (high / step + 1e-9).rounded(.down)
        guard last >= first, last - first < 1000 else { return [low] }
        return (0...Int(last - first)).map { (first + Double($0)) * step }
    }
}

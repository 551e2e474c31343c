import ThudCore

extension PiecewiseLinear {
    /// The longest notch, in seconds. `ThudHapticFormats` writes notches of 20 µs, whose microseconds are rounded, and
    /// a pattern may be played ten times slower. Even then a notch is half as long as a tick of the renderer.
    private static let longestNotch = 0.000_25

    /// Returns the function without notches: points at which it leaves its course for so short a time that nothing can
    /// move, and has its `neutral` value.
    ///
    /// In formats whose curves leave taps alone, a curve has a notch with its neutral value at each tap. The tap takes
    /// its strength from that instant. A vibration must not: its renderer and its drawing read single instants, and
    /// one of them inside a notch would become a click or a spike. A short dip to another value is the curve's own. If
    /// it were left out, the notch beside it would be too long to be one.
    func withoutNotches(neutral: Double) -> PiecewiseLinear {
        // The middle of a notch exists twice if a curve was split there, perhaps a rounding error apart.
        let different =
            zip(points, points.dropFirst()).filter { abs($0.value - $1.value) > 1e-6 || $1.time - $0.time > 1e-9 }
            .map(\.0)
            + points.suffix(1)
        var kept: [Point] = []
        for (point, next) in zip(different, different.dropFirst())
        where point.value != neutral || !Self.isNotch(point, after: kept.last, before: next) {
            kept.append(point)
        }
        return PiecewiseLinear(kept + different.suffix(1)) ?? self
    }

    /// Whether a point lies beyond both of its neighbours, which are close to each other. The first point has only one.
    private static func isNotch(_ point: Point, after before: Point?, before next: Point) -> Bool {
        let start = before?.time ?? point.time
        guard point.time < next.time, next.time - start <= longestNotch else { return false }
        guard let before else { return true }
        return (point.value - before.value) * (point.value - next.value) > 0
    }
}

public import ThudCore

extension HapticPattern {
    /// Returns the course of one dynamic parameter over the pattern's time in seconds; nil if it is not named.
    ///
    /// The step or curve that started last controls the parameter until the next one starts. A step holds its value. A
    /// curve holds its first value until its first point, and its last after its last. If several start together, the
    /// last in the pattern counts; curves come after steps. Before the first start the parameter has its default.
    ///
    /// `join` converts a point of a curve to the pattern's time, from the start of the curve and the seconds from there
    /// to the point. Unless given, it adds them so that whole microseconds stay whole: a tap at 1.4 s would otherwise
    /// come before a jump at 1.29401 + 0.10599 s.
    public func track(
        of id: DynamicParameterID, join: ((_ start: Double, _ elapsed: Double) -> Double)? = nil
    ) -> PiecewiseLinear? {
        let rulers = rulers(of: id, join)
        guard let first = rulers.first, let last = rulers.last else { return nil }
        var points: [PiecewiseLinear.Point] = []
        if first.start > 0 { points = PiecewiseLinear(constant: id.defaultValue, from: 0, to: first.start).points }
        for (ruler, next) in zip(rulers, rulers.dropFirst()) where next.start > ruler.start {
            points += ruler.curve.clipped(from: ruler.start, to: next.start).points
        }
        // The first value holds from the start on. Only a jump there needs a point of its own.
        if points.isEmpty { return last.curve }
        points.append(.init(time: last.start, value: last.curve.value(at: last.start)))
        return PiecewiseLinear(points + last.curve.points.filter { $0.time > last.start })
    }

    private static func time(_ start: Double, _ elapsed: Double) -> Double {
        let (sum, whole) = (start + elapsed, (start + elapsed).wholeMicroseconds)
        return abs(sum - whole) < 1e-12 ? whole : sum
    }

    /// Returns the steps and curves of a parameter in the order in which they take control, in the pattern's time.
    func rulers(
        of id: DynamicParameterID, _ join: ((Double, Double) -> Double)? = nil
    ) -> [(start: Double, curve: PiecewiseLinear)] {
        let join = join ?? Self.time
        let steps = parameters.filter { $0.id == id }.map {
            (start: $0.time, curve: PiecewiseLinear(constant: $0.value, from: $0.time, to: $0.time))
        }
        let drawn = curves.filter { $0.id == id }.compactMap { curve in
            PiecewiseLinear(curve.points.map { .init(time: join(curve.time, $0.time), value: $0.value) })
                .map { (start: curve.time, curve: $0) }
        }
        return (steps + drawn).sorted { $0.start < $1.start }
    }
}

public import ThudCore

extension HapticPattern {
    /// All that the pattern says about one dynamic parameter, as one function over the pattern's time in seconds. Nil
    /// where the pattern says nothing about it.
    ///
    /// Whatever started last rules: a step holds its value, and a curve holds its first value until its first point and its
    /// last value after its last point, until the next step or curve starts. Of those that start together the last in the
    /// pattern rules, and curves stand after steps. Before the first start the parameter has its default.
    ///
    /// - Parameter join: the time on the pattern of a point that stands some seconds after the start of its curve. Points
    ///   count from the start of their own curve; the start and the elapsed seconds are given in this order.
    public func track(
        of id: DynamicParameterID, join: (_ start: Double, _ elapsed: Double) -> Double = { $0 + $1 }
    ) -> PiecewiseLinear? {
        let rulers = rulers(of: id, join)
        guard let first = rulers.first, let last = rulers.last else { return nil }
        var points: [PiecewiseLinear.Point] = []
        if first.start > 0 {
            points = PiecewiseLinear(constant: id.defaultValue, from: 0, to: first.start).points
        }
        for (ruler, next) in zip(rulers, rulers.dropFirst()) where next.start > ruler.start {
            points += ruler.curve.clipped(from: ruler.start, to: next.start).points
        }
        // The first value is held from the start on; only a step there needs a point that says so.
        if points.isEmpty { return last.curve }
        points.append(.init(time: last.start, value: last.curve.value(at: last.start)))
        return PiecewiseLinear(points + last.curve.points.filter { $0.time > last.start })
    }

    /// The steps and curves of a parameter in the order in which they start to rule, their points on the pattern's time.
    private func rulers(
        of id: DynamicParameterID, _ join: (Double, Double) -> Double
    ) -> [(start: Double, curve: PiecewiseLinear)] {
        let steps = parameters.filter { $0.id == id }.map {
            (start: $0.time, curve: PiecewiseLinear(constant: $0.value, from: $0.time, to: $0.time))
        }
        let drawn = curves.filter { $0.id == id }.compactMap { curve in
            PiecewiseLinear(curve.points.map { .init(time: join(curve.time, $0.time), value: $0.value) })
                .map { (start: curve.time, curve: $0) }
        }
        return (steps + drawn).enumerated()
            .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
    }
}

import ThudCore

extension HapticPattern {
    /// Returns the pattern after some edits, in their order. Values are clamped to their ranges, and times are rounded
    /// to a microsecond.
    public func edited(by script: EditScript) -> HapticPattern { script.edits.reduce(self) { $0.edited(by: $1) } }

    private func edited(by edit: EditScript.Edit) -> HapticPattern {
        var edited = self
        switch edit {
        case .add(let event):
            // Before the first later event, so that a pattern in order of time stays in order.
            let place = events.firstIndex { $0.time > event.time } ?? events.count
            edited.events.insert(event, at: place)
        case .delete(let span): edited.events.removeAll { $0.kind.isHaptic && span.contains($0.time) }
        case .scale(let span, let id, let factor):
            for index in events.indices where events[index].kind.isHaptic && span.contains(events[index].time) {
                edited.events[index][id] = (events[index][id] * factor).wholeMicroseconds
            }
        case .shift(let span, let distance): edited.shift(span, by: distance)
        case .thin(let tolerance):
            edited.curves = curves.map {
                ParameterCurve($0.id, at: $0.time, points: CurveThinning.thinned($0.points, within: tolerance))
            }
        }
        return edited
    }

    private mutating func shift(_ span: ClosedRange<Double>, by distance: Double) {
        func moved(_ time: Double) -> Double { span.contains(time) ? (time + distance).wholeMicroseconds : time }
        events = events.map { span.contains($0.time) ? $0.moved(to: moved($0.time), lasting: $0.duration) : $0 }
        parameters = parameters.map { DynamicParameter($0.id, at: moved($0.time), value: $0.value) }
        curves = curves.map { ParameterCurve($0.id, at: moved($0.time), points: $0.points) }
    }
}

/// Removes points that hardly bend a curve, by Douglas and Peucker's algorithm (1973) with the distance in value.
private enum CurveThinning {
    static func thinned(_ points: [ParameterCurve.Point], within tolerance: Double) -> [ParameterCurve.Point] {
        guard points.count > 2 else { return points }
        var kept: Set<Int> = [0, points.count - 1]
        var open = [(0, points.count - 1)]
        while let (first, last) = open.popLast() {
            let (start, end) = (points[first], points[last])
            func distance(_ index: Int) -> Double {
                let length = end.time - start.time
                let share = length > 0 ? (points[index].time - start.time) / length : 0
                return abs(points[index].value - (start.value + (end.value - start.value) * share))
            }
            guard let farthest = (first + 1..<last).max(by: { distance($0) < distance($1) }),
                distance(farthest) > tolerance
            else { continue }
            kept.insert(farthest)
            open += [(first, farthest), (farthest, last)].filter { $0.1 - $0.0 > 1 }
        }
        return points.indices.filter(kept.contains).map { points[$0] }
    }
}

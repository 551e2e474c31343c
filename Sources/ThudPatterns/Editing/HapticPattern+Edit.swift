public import ThudCore

extension HapticPattern {
    /// Returns the pattern after some edits, in their order. Values are clamped to their ranges, and times are rounded
    /// to a microsecond.
    ///
    /// - Parameters:
    ///   - script: the edits.
    ///   - note: receives a sentence about each edit that changes nothing, reaches a limit or repeats an event.
    /// - Throws: `ThudError` if an edit names an item that is not there, or makes more of a pattern than
    ///   ``HapticLimits`` allows.
    public func edited(by script: EditScript, note: (String) -> Void = { _ in }) throws(ThudError) -> HapticPattern {
        try edited(by: script, along: { $1 + ($2 - $1) * $3 }, note: note)
    }

    /// Returns the pattern after some edits, if `line` gives the value of a curve at a share of the time between the
    /// values of two points.
    package func edited(
        by script: EditScript, along line: (DynamicParameterID, Double, Double, Double) -> Double,
        note: (String) -> Void
    ) throws(ThudError) -> HapticPattern {
        var edited = self
        for (edit, text) in zip(script.edits, script.texts) {
            let before = edited
            try edited.apply(edit, along: line)
            guard edited.events.count <= HapticLimits.events, edited.pointCount <= HapticLimits.controlPoints else {
                throw ThudError(
                    .badInput,
                    "“\(text)” would be too much: a pattern has at most \(HapticLimits.events) events, and "
                        + "\(HapticLimits.controlPoints) parameters and points of curves")
            }
            if let limit = before.limit(reachedBy: edit) {
                note("“\(text)” reaches the limit of \(limit)")
            } else if edited == before {
                note("“\(text)” changes nothing")
            } else if case .add(let event) = edit, before.events.contains(event) {
                note("“\(text)” repeats an event")
            }
        }
        return edited
    }

    /// The number of dynamic parameters and points of curves.
    private var pointCount: Int { curves.reduce(parameters.count) { $0 + $1.points.count } }

    /// Returns the limit to which an edit clamps times or values, in words; nil if it clamps none.
    private func limit(reachedBy edit: EditScript.Edit) -> String? {
        switch edit {
        case .scale(let span, let id, let factor):
            let scaled = events.filter { $0.kind.isHaptic && span.includes($0.time) }.map { $0[id] * factor }
            return scaled.contains { $0.wholeMicroseconds > 1 } ? "1" : nil
        case .shift(.item(let name), let distance), .copy(.item(let name), let distance):
            return Self.limit(reachedBy: [name.time], movedBy: distance)
        case .shift(.span(let span), let distance), .copy(.span(let span), let distance):
            let times = events.map(\.time) + parameters.map(\.time) + curves.map(\.time)
            return Self.limit(reachedBy: times.filter(span.includes), movedBy: distance)
        default: return nil
        }
    }

    private static func limit(reachedBy times: [Double], movedBy distance: Double) -> String? {
        let moved = times.map { ($0 + distance).wholeMicroseconds }
        if moved.contains(where: { $0 < 0 }) { return "0 s" }
        return moved.contains { $0 > HapticLimits.latestStart } ? "\(Int(HapticLimits.latestStart)) s" : nil
    }

    private mutating func apply(
        _ edit: EditScript.Edit, along line: (DynamicParameterID, Double, Double, Double) -> Double
    ) throws(ThudError) {
        switch edit {
        case .add(let event): insert(event)
        case .addPoint(let id, let time, let value): addPoint(id, at: time, value)
        case .delete(.span(let span)): events.removeAll { $0.kind.isHaptic && span.includes($0.time) }
        case .delete(.item(let name)): try change(name, event: { _ in nil }, point: { _ in nil })
        case .scale(let span, let id, let factor):
            for index in events.indices where events[index].kind.isHaptic && span.includes(events[index].time) {
                events[index][id] = (events[index][id] * factor).wholeMicroseconds
            }
        case .set(let name, let property, let value):
            try change(name) {
                $0.setting(property, to: value)
            } point: {
                .init(time: $0.time, value: value)
            }
        case .shift(let target, let distance): try shift(target, by: distance)
        case .copy(let target, let distance): try copy(target, by: distance)
        case .thin(let tolerance):
            curves = curves.map { curve in
                let points = CurveThinning.thinned(curve.points, within: tolerance) { line(curve.id, $0, $1, $2) }
                return ParameterCurve(curve.id, at: curve.time, points: points)
            }
        }
    }

    // MARK: Adding

    private mutating func insert(_ event: HapticEvent) {
        // Before the first later event, so that a pattern in order of time stays in order.
        events.insert(event, at: events.firstIndex { $0.time > event.time } ?? events.count)
    }

    /// Adds a point to the curve that acts at a time. If a step acts, a curve begins there. If neither does, a curve
    /// over the vibration at that time begins and ends without effect.
    private mutating func addPoint(_ id: DynamicParameterID, at time: Double, _ value: Double) {
        let ruler = rulers(of: id).last { $0.start <= time }
        if let last = curves.lastIndex(where: { $0.id == id && $0.time == ruler?.start && !$0.points.isEmpty }) {
            let point = ParameterCurve.Point(time: (time - curves[last].time).wholeMicroseconds, value: value)
            curves[last] = ParameterCurve(id, at: curves[last].time, points: curves[last].points + [point])
            return
        }
        let spans = events.filter { $0.kind == .continuous }.map { $0.time...($0.time + $0.lasting) }
        let span = ruler.map { $0.start...time } ?? spans.first { $0.contains(time) } ?? 0...max(duration, time)
        let old = ruler?.curve.value(at: time) ?? id.defaultValue
        let ends = [span.lowerBound, span.upperBound].filter { $0 != time }.map { ($0, old) }
        let points = (ends + [(time, value)]).map {
            ParameterCurve.Point(time: ($0.0 - span.lowerBound).wholeMicroseconds, value: $0.1)
        }
        curves.append(ParameterCurve(id, at: span.lowerBound, points: points))
    }

    // MARK: Moving

    private mutating func shift(_ target: EditScript.Target, by distance: Double) throws(ThudError) {
        func moved(_ time: Double) -> Double { max(0, (time + distance).wholeMicroseconds) }
        guard case .span(let span) = target else {
            guard case .item(let name) = target else { return }
            return try change(name) {
                $0.moved(to: moved($0.time), lasting: $0.duration)
            } point: {
                .init(time: moved($0.time), value: $0.value)
            }
        }
        events = events.map { span.includes($0.time) ? $0.moved(to: moved($0.time), lasting: $0.duration) : $0 }
        parameters = parameters.map { span.includes($0.time) ? $0.moved(to: moved($0.time)) : $0 }
        curves = curves.map { span.includes($0.time) ? $0.moved(to: moved($0.time)) : $0 }
    }

    private mutating func copy(_ target: EditScript.Target, by distance: Double) throws(ThudError) {
        func moved(_ time: Double) -> Double { max(0, (time + distance).wholeMicroseconds) }
        switch target {
        case .span(let span):
            for event in events where span.includes(event.time) {
                insert(event.moved(to: moved(event.time), lasting: event.duration))
            }
            parameters += parameters.filter { span.includes($0.time) }.map { $0.moved(to: moved($0.time)) }
            curves += curves.filter { span.includes($0.time) }.map { $0.moved(to: moved($0.time)) }
        case .item(let name):
            let item = try item(name)
            if let id = name.kind.curve { addPoint(id, at: moved(name.time), item.level) }
            guard case .event(let index) = item.place else { return }
            insert(events[index].moved(to: moved(events[index].time), lasting: events[index].duration))
        }
    }

    // MARK: One item

    private func item(_ name: ItemName) throws(ThudError) -> PatternItem {
        guard let item = items.first(where: { $0.name == name }) else {
            let others = items.map(\.name).filter { $0.kind == name.kind }
            let nearest = others.min { abs($0.time - name.time) < abs($1.time - name.time) }
            let advice = nearest.map { "; the nearest is \($0.text)" } ?? ""
            throw ThudError(.badInput, "the pattern has no \(name.text)\(advice)")
        }
        return item
    }

    /// Changes an event or a point, or removes it if the change is nil. Points have times from the pattern's start.
    private mutating func change(
        _ name: ItemName, event: (HapticEvent) -> HapticEvent?, point: (ParameterCurve.Point) -> ParameterCurve.Point?
    ) throws(ThudError) {
        switch try item(name).place {
        case .event(let index):
            if let changed = event(events[index]) { events[index] = changed } else { events.remove(at: index) }
        case .points(let places):
            // From the last curve, so that a removal moves no place that is still to come.
            for (curve, places) in Dictionary(grouping: places, by: \.curve).sorted(by: { $0.key > $1.key }) {
                if let changed = curves[curve].changed(at: places.map(\.point), by: point) {
                    curves[curve] = changed
                } else {
                    curves.remove(at: curve)
                }
            }
        }
    }
}

extension HapticEvent {
    fileprivate func setting(_ property: EditScript.Property, to value: Double) -> HapticEvent {
        var changed = self
        switch property {
        case .intensity: changed.intensity = value
        case .sharpness: changed.sharpness = value
        case .volume: changed.volume = value
        case .duration: changed = moved(to: time, lasting: value)
        case .value: break
        }
        return changed
    }
}

extension DynamicParameter {
    package func moved(to time: Double) -> DynamicParameter { DynamicParameter(id, at: time, value: value) }
}

extension ParameterCurve {
    package func moved(to time: Double) -> ParameterCurve { ParameterCurve(id, at: time, points: points) }

    /// Returns the curve with some points changed or removed; nil if no point is left. The other points stay as they
    /// are, unless the curve must begin earlier.
    fileprivate func changed(at indices: [Int], by change: (Point) -> Point?) -> ParameterCurve? {
        var points = points
        let changes = indices.map { [points] index in
            (index: index, new: change(Point(time: time + points[index].time, value: points[index].value)))
        }
        let early = max(0, time - (changes.compactMap(\.new?.time).min() ?? time)).wholeMicroseconds
        if early > 0 { points = points.map { Point(time: ($0.time + early).wholeMicroseconds, value: $0.value) } }
        for (index, new) in changes.reversed() {
            if let new {
                points[index] = Point(time: max(0, new.time - time + early).wholeMicroseconds, value: new.value)
            } else {
                points.remove(at: index)
            }
        }
        let start = early > 0 ? (time - early).wholeMicroseconds : time
        return points.isEmpty ? nil : ParameterCurve(id, at: start, points: points)
    }
}

/// Removes points that hardly bend a curve, by Douglas and Peucker's algorithm (1973) with the distance in value.
private enum CurveThinning {
    static func thinned(
        _ points: [ParameterCurve.Point], within tolerance: Double, along line: (Double, Double, Double) -> Double
    ) -> [ParameterCurve.Point] {
        guard points.count > 2 else { return points }
        var kept: Set<Int> = [0, points.count - 1]
        var open = [(0, points.count - 1)]
        while let (first, last) = open.popLast() {
            let (start, end) = (points[first], points[last])
            func distance(_ index: Int) -> Double {
                let length = end.time - start.time
                let share = length > 0 ? (points[index].time - start.time) / length : 0
                return abs(points[index].value - line(start.value, end.value, share))
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

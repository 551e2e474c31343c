import ThudHaptics

/// AHAP's curves act on taps as on vibrations; in every other format a tap stands for itself. So a curve opens for each
/// tap under it: for an instant it has the value that changes nothing, and the tap, which takes its strength from the
/// instant at which it starts, comes through whole. (Lofelt's and Meta's players play taps and vibrations of one file
/// as two patterns for the same reason.)
enum Notch {
    /// Half of an opening, in seconds: so short that the vibration under it is not felt to change.
    static let half = 0.000_01

    /// How far a time may be from another and still be the same one, in seconds: AHAP text has microseconds.
    static let sameness = 0.000_001_5

    /// A line with an opening at each tap within it.
    static func open(_ line: PiecewiseLinear, of id: DynamicParameterID, at taps: [Double]) -> PiecewiseLinear {
        let neutral = id.defaultValue
        var points: [PiecewiseLinear.Point] = []
        var rest = line.points[...]
        for time in taps {
            let value = line.value(at: time)
            if value == neutral { continue }
            while let point = rest.first, point.time < time || (point.time == time && point.value != value) {
                points.append(point)
                rest.removeFirst()
            }
            // Before its first point a line holds that one's value, and would hold the opening's instead.
            if points.last.map({ $0.time < time - half }) ?? (time > half) {
                let before = microseconds(time - half)
                points.append(.init(time: before, value: line.value(at: before)))
            }
            points.append(.init(time: time, value: neutral))
            if rest.first?.time == time { rest.removeFirst() }
            let close = rest.first.flatMap { $0.time <= time + half ? (time + $0.time) / 2 : nil }
            points.append(.init(time: microseconds(close ?? time + half), value: value))
        }
        return PiecewiseLinear(points + rest) ?? line
    }

    /// A line with its openings closed again, and the taps that had one.
    static func close(
        _ line: PiecewiseLinear, of id: DynamicParameterID, at taps: [Double]
    ) -> (line: PiecewiseLinear, opened: Set<Double>) {
        var opened: Set<Double> = []
        var points: [PiecewiseLinear.Point] = []
        var rest = line.points[...]
        for time in taps {
            while let point = rest.first, point.time < time - sameness {
                points.append(point)
                rest.removeFirst()
            }
            guard
                let middle = rest.prefix(while: { $0.time <= time + sameness }).lastIndex(where: {
                    $0.value == id.defaultValue
                })
            else { continue }
            // One that was split here stands twice; without an edge before, the first is the end of another line.
            let isOnly = rest[..<middle].allSatisfy { $0 == rest[middle] }
            let before = isOnly ? points.last.flatMap { isEdge($0, time - half) ? $0 : nil } : nil
            let next = middle + 1 < rest.endIndex ? rest[middle + 1] : nil
            let after = next.flatMap { $0.time <= time + half + sameness ? $0 : nil }
            guard let value = after?.value ?? before?.value else { continue }
            if before == nil { points += rest[..<middle] } else { points.removeLast() }
            rest = rest[(after == nil ? middle + 1 : middle + 2)...]
            let closed = PiecewiseLinear.Point(time: time, value: value)
            let isHeld = before != nil && after != nil && isHeld(points.last, closed, rest.first)
            if !isHeld && !isBetween(points.last, closed, rest.first) { points.append(closed) }
            opened.insert(time)
        }
        return (PiecewiseLinear(points + rest) ?? line, opened)
    }

    /// Whether a point lies on the line of its neighbours, and so was made by an opening in the middle of a line.
    private static func isBetween(
        _ before: PiecewiseLinear.Point?, _ point: PiecewiseLinear.Point, _ after: PiecewiseLinear.Point?
    ) -> Bool {
        guard let before, let after, before.time < point.time, point.time < after.time else { return false }
        let part = (point.time - before.time) / (after.time - before.time)
        return abs(before.value + (after.value - before.value) * part - point.value) < 1e-9
    }

    /// Whether a point only repeats what the line holds before its first point or after its last one.
    private static func isHeld(
        _ before: PiecewiseLinear.Point?, _ point: PiecewiseLinear.Point, _ after: PiecewiseLinear.Point?
    ) -> Bool {
        switch (before, after) {
        case (nil, let neighbour?), (let neighbour?, nil): neighbour.value == point.value
        default: false
        }
    }

    private static func isEdge(_ point: PiecewiseLinear.Point, _ time: Double) -> Bool {
        abs(point.time - time) <= sameness
    }
}

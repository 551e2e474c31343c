import ThudCore
import ThudPatterns

/// A notch in a curve at each tap under it, in which the curve briefly has its neutral value.
/// AHAP's curves act on both taps and vibrations, but in every other format a tap is independent of them. A tap takes
/// its strength from the instant at which it starts, so the notch leaves it unchanged. (For the same reason Lofelt's
/// and Meta's players play the taps and vibrations of one file as two patterns.)
enum Notch {
    /// Half the width of a notch, in seconds: too short for a change of the vibration to be felt.
    static let half = 0.000_01
    /// The difference in seconds below which times are equal, because AHAP texts have microseconds.
    static let tolerance = 0.000_001_5

    /// Returns a curve with a notch at each tap within it.
    static func open(_ curve: PiecewiseLinear, of id: DynamicParameterID, at taps: [Double]) -> PiecewiseLinear {
        let neutral = id.defaultValue
        var points: [PiecewiseLinear.Point] = []
        var rest = curve.points[...]
        for time in taps {
            let value = curve.value(at: time)
            if value == neutral { continue }
            while let point = rest.first, point.time < time || (point.time == time && point.value != value) {
                points.append(point)
                rest.removeFirst()
            }
            // A curve begins with its first point's value. Without a point before the notch it would have the notch's
            // value.
            if points.last.map({ $0.time < time - half }) ?? (time > half) {
                let before = (time - half).wholeMicroseconds
                points.append(.init(time: before, value: curve.value(at: before)))
            }
            points.append(.init(time: time, value: neutral))
            // At time 0 there is no room for a leading edge. Double width marks that the curve has no own point there.
            let width =
                points.count == 1 && time <= half && rest.first.map { $0.time > time + 2 * half } ?? false
                ? 2 * half : half
            if rest.first?.time == time { rest.removeFirst() }
            let end = rest.first.flatMap { $0.time <= time + half ? (time + $0.time) / 2 : nil }
            points.append(.init(time: (end ?? time + width).wholeMicroseconds, value: value))
        }
        return PiecewiseLinear(points + rest) ?? curve
    }

    /// Closes the notches of a curve, and returns it with the times of the taps in them.
    static func close(
        _ curve: PiecewiseLinear, of id: DynamicParameterID, at taps: [Double]
    ) -> (curve: PiecewiseLinear, notched: Set<Double>) {
        var notched: Set<Double> = []
        var points: [PiecewiseLinear.Point] = []
        var rest = curve.points[...]
        for time in taps {
            while let point = rest.first, point.time < time - tolerance {
                points.append(point)
                rest.removeFirst()
            }
            guard
                let middle = rest.prefix(while: { $0.time <= time + tolerance }).lastIndex(where: {
                    $0.value == id.defaultValue
                })
            else { continue }
            // If a curve was split here, the middle exists twice. If another point comes first, it is the end of the
            // preceding curve, and the notch has no edge of its own there.
            let isAlone = rest[..<middle].allSatisfy { $0 == rest[middle] }
            let edge = isAlone ? points.last.flatMap { abs($0.time - (time - half)) <= tolerance ? $0 : nil } : nil
            let next = middle + 1 < rest.endIndex ? rest[middle + 1] : nil
            let width = time <= half ? 2 * half : half
            let after = next.flatMap { $0.time <= time + width + tolerance ? $0 : nil }
            guard let value = after?.value ?? edge?.value else { continue }
            let closed = PiecewiseLinear.Point(time: time, value: value)
            // The curve may have its own point at the edge's time. Such a point does not lie on the line.
            let before = edge.flatMap { isEdge($0, after: points.dropLast().last, closed) ? $0 : nil }
            // If so close a point left no room for an edge, the first of two middles also belongs to the notch.
            let isSplit = isAlone && points.last.map { $0.time > time - half - tolerance } ?? false
            if before != nil { points.removeLast() } else if !isSplit { points += rest[..<middle] }
            rest = rest[(after == nil ? middle + 1 : middle + 2)...]
            let isWide = after.map { $0.time > time + half + tolerance } ?? false
            let isHeld = (before != nil || isWide) && after != nil && isHeld(points.last, closed, rest.first)
            if !isHeld && !isBetween(points.last, closed, rest.first) { points.append(closed) }
            notched.insert(time)
        }
        return (PiecewiseLinear(points + rest) ?? curve, notched)
    }

    /// Whether a point is the edge of a notch: on the line to it, or a first point with the notch's value.
    private static func isEdge(
        _ point: PiecewiseLinear.Point, after before: PiecewiseLinear.Point?, _ notch: PiecewiseLinear.Point
    ) -> Bool { before == nil ? point.value == notch.value : isBetween(before, point, notch) }

    /// Whether a point lies on the line between its neighbours. Then the notch was in the middle of that line, and
    /// the point was created with it.
    private static func isBetween(
        _ before: PiecewiseLinear.Point?, _ point: PiecewiseLinear.Point, _ after: PiecewiseLinear.Point?
    ) -> Bool {
        guard let before, let after, before.time < point.time, point.time < after.time else { return false }
        let part = (point.time - before.time) / (after.time - before.time)
        return abs(before.value + (after.value - before.value) * part - point.value) < 1e-9
    }

    /// Whether a point only repeats the value that the curve holds before its first or after its last point.
    private static func isHeld(
        _ before: PiecewiseLinear.Point?, _ point: PiecewiseLinear.Point, _ after: PiecewiseLinear.Point?
    ) -> Bool {
        switch (before, after) {
        case (nil, let neighbour?), (let neighbour?, nil): neighbour.value == point.value
        default: false
        }
    }
}

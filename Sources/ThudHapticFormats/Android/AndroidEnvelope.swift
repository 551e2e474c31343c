import ThudCore
import ThudPatterns

/// An Android envelope, while it is read or written: linear from point to point.
/// An envelope has no taps. A tap is written as a rise within a millisecond, a hold and a fall within a millisecond.
/// Together they last as long as a tap, or until the next tap. Exactly this form is read as a tap again.
struct AndroidEnvelope {
    /// A point: milliseconds from the start of the effect, and intensity and sharpness of 0 to 1.
    struct Point: Hashable {
        var time: Int
        var level: Double
        var sharpness: Double
    }

    /// The points in chronological order; the first has level 0.
    private(set) var points: [Point]
    private(set) var taps: [Tap] = []

    /// The least length of a tap that ends at the next one: a rise, a hold and a fall of a millisecond each.
    private static let shortestTap = 3

    /// Takes the points of a file and extracts the taps in them.
    init(_ read: [Point]) {
        points = []
        var index = 0
        while index < read.count {
            points.append(read[index])
            if let tap = Self.tap(read, at: index) {
                taps.append(tap)
                index += 2
            }
            index += 1
        }
    }

    /// Returns the tap that starts at a point; nil if there is none. A shortened tap must end at another tap.
    private static func tap(_ points: [Point], at index: Int) -> Tap? {
        var last = index
        while let length = tapLength(points, at: last), length < Tap.length { last += 3 }
        guard tapLength(points, at: last) == Tap.length else { return nil }
        let top = points[index + 1]
        return Tap(time: Double(points[index].time) / 1e3, intensity: top.level, sharpness: top.sharpness)
    }

    /// Returns the length of a rise, hold and fall of four points, in milliseconds; nil if they do not have this form.
    private static func tapLength(_ points: [Point], at index: Int) -> Int? {
        let four = Array(points[index...].prefix(4))
        guard four.count == 4, four[1].time - four[0].time == 1, four[3].time - four[2].time == 1,
            four[1].level == four[2].level, four[1].sharpness == four[2].sharpness,
            four[1].level > max(four[0].level, four[3].level)
        else { return nil }
        let length = four[3].time - four[0].time
        return (shortestTap...Tap.length).contains(length) ? length : nil
    }

    /// Returns the vibrations under the taps, one for each stretch above 0.
    func vibrations(isStraightInAmplitude: Bool) -> [Vibration] {
        var vibrations: [Vibration] = []
        var stretch: [Point] = []
        func close() {
            if let first = stretch.first, let last = stretch.last, last.time > first.time {
                let levels = stretch.map { PiecewiseLinear.Point(time: Double($0.time) / 1e3, value: $0.level) }
                let tones = stretch.map { PiecewiseLinear.Point(time: Double($0.time) / 1e3, value: $0.sharpness) }
                let intensity = PiecewiseLinear(isStraightInAmplitude ? AmplitudeLine.expanded(levels) : levels)
                if let intensity, let sharpness = PiecewiseLinear(tones) {
                    vibrations.append(
                        Vibration(intensity, sharpness, from: Double(first.time) / 1e3, to: Double(last.time) / 1e3))
                }
            }
            stretch = []
        }
        for (from, to) in zip(points, points.dropFirst()) {
            if from.level == 0, to.level == 0 {
                close()
            } else {
                if stretch.isEmpty { stretch.append(from) }
                stretch.append(to)
            }
        }
        close()
        return vibrations
    }

    // MARK: - Writing

    /// Builds the envelope of a pattern, and reports taps that are too close together.
    init(_ flattened: FlattenedPattern, _ rounding: inout GridRounding, _ losses: inout [String]) {
        points = [Point(time: 0, level: 0, sharpness: 0.5)]
        for var vibration in flattened.vibrations {
            // An envelope holds the sharpness itself, which needs a point when it reaches the end of its range.
            if vibration.shift != nil {
                vibration.shift = vibration.sharpnessCurve.map { ($0 - vibration.sharpness).rounded(decimals: 6) }
            }
            let start = rounding.milliseconds(vibration.start)
            let duration = rounding.milliseconds(vibration.end) - start
            guard duration >= HEFile.shortest else { continue }
            let curve = HECurve(vibration, from: start, duration: duration, rounding)
            rounding = curve.rounding
            for point in curve.points {
                append(
                    Point(
                        time: start + point.time, level: (vibration.intensity * point.strength).rounded(decimals: 6),
                        sharpness: min(max(vibration.sharpness + Double(point.shift) / 100, 0), 1).rounded(decimals: 6))
                )
            }
        }
        let taps = Self.apart(flattened.taps, &rounding, &losses)
        var hidden = 0
        for (index, tap) in taps.enumerated() {
            let next = index + 1 < taps.count ? taps[index + 1].start : Int.max
            let isFelt = insert(tap.tap, from: tap.start, to: min(tap.start + Tap.length, next))
            hidden += isFelt ? 0 : 1
        }
        losses += FlatLosses.hidden(hidden, rounding.format)
    }

    /// Returns taps with starts in milliseconds, far enough apart. Of two that are too close, the stronger remains.
    private static func apart(
        _ taps: [Tap], _ rounding: inout GridRounding, _ losses: inout [String]
    ) -> [(start: Int, tap: Tap)] {
        var kept: [(start: Int, tap: Tap)] = []
        var (cut, dropped) = (Tap.length, 0)
        for tap in taps {
            let start = rounding.milliseconds(tap.time)
            guard let last = kept.last, start - last.start < Tap.length else {
                kept.append((start, tap))
                continue
            }
            if start - last.start >= shortestTap {
                cut = min(cut, start - last.start)
                kept.append((start, tap))
            } else {
                dropped += 1
                if tap.intensity > last.tap.intensity { kept[kept.count - 1].tap = tap }
            }
        }
        if cut < Tap.length {
            losses.append(
                "taps closer than \(Tap.length) ms end when the next begins, the shortest after \(cut) ms (\(NoticeableDifference.words(time: Double(Tap.length - cut) / 1e3)))"
            )
        }
        if dropped > 0 {
            losses.append(
                "taps closer than \(shortestTap) ms are merged into the strongest, at the time of the first; \(dropped) are left out"
            )
        }
        return kept
    }

    private mutating func append(_ point: Point) {
        guard let last = points.last, last.time >= point.time else { return points.append(point) }
        // A vibration follows immediately, or starts at time 0, at which the level is 0.
        points[points.count - 1].sharpness = point.sharpness
    }

    /// Inserts a tap over the existing points. A vibration that is stronger for part of the tap stays. Returns false if
    /// it is at least as strong throughout.
    private mutating func insert(_ tap: Tap, from start: Int, to end: Int) -> Bool {
        let first = points.partitionPoint { $0.time >= start }
        let last = points.partitionPoint { $0.time > end }
        let (before, after) = (value(at: start), value(at: end))
        func lifted(_ point: Point) -> Point {
            guard point.level < tap.intensity else { return point }
            let level = tap.intensity.rounded(decimals: 6)
            return Point(time: point.time, level: level, sharpness: tap.sharpness.rounded(decimals: 6))
        }
        let inner = points[first..<max(first, last)].filter { $0.time > start + 1 && $0.time < end - 1 }
        let isStronger = ([before, after] + inner).allSatisfy { $0.level < tap.intensity }
        let under = isStronger ? [] : inner.map(lifted)
        let edges = [value(at: start + 1), value(at: end - 1)]
        let lines = [before, lifted(edges[0])] + under + [lifted(edges[1]), after]
        points.replaceSubrange(first..<max(first, last), with: lines)
        return (edges + inner).contains { $0.level < tap.intensity }
    }

    private func value(at time: Int) -> Point {
        let next = points.partitionPoint { $0.time >= time }
        if next == points.count { return Point(time: time, level: 0, sharpness: points.last?.sharpness ?? 0.5) }
        let to = points[next]
        guard to.time > time, next > 0 else { return to }
        let from = points[next - 1]
        let part = Double(time - from.time) / Double(to.time - from.time)
        return Point(
            time: time, level: (from.level + (to.level - from.level) * part).rounded(decimals: 6),
            sharpness: (from.sharpness + (to.sharpness - from.sharpness) * part).rounded(decimals: 6))
    }
}

import Haptics

/// The envelopes of a `.haptic` file while they are made from a score.
struct HapticEnvelope {
    /// A point of amplitude.
    struct Breakpoint {
        var time: Double
        var amplitude: Double
        var emphasis: Tap?
        /// Whether the point came from a file's own breakpoints, in which case its digits are kept.
        var isOwn: Bool
    }

    private(set) var amplitude: [Breakpoint] = []
    private(set) var frequency: [BrokenLine.Point] = []
    private(set) var losses: [String] = []

    init(_ score: HapticScore) {
        let hasFrequency = score.vibrations.contains { !$0.isAllCurve || $0.shift != nil }
        for vibration in score.vibrations {
            appendSilence(until: vibration)
            append(vibration)
            if hasFrequency { appendFrequency(vibration) }
        }
        var taps = score.taps[...]
        insert(&taps, score)
        if let last = amplitude.last, last.time - amplitude[0].time <= 0 || last.emphasis != nil && last.isOwn == false {
            appendPoint(last.time + HapticLimits.transientLength, 0, isOwn: false)
        }
        if amplitude.isEmpty {
            appendPoint(0, 0, isOwn: false)
            appendPoint(HapticLimits.transientLength, 0, isOwn: false)
        }
    }

    private mutating func appendPoint(_ time: Double, _ amplitude: Double, isOwn: Bool) {
        self.amplitude.append(Breakpoint(time: time, amplitude: amplitude, isOwn: isOwn))
    }

    /// Nothing from the end of what is there to the start of a vibration.
    private mutating func appendSilence(until vibration: Vibration) {
        if let last = amplitude.last {
            guard vibration.start - last.time > 1e-9 else { return }
            if last.amplitude > 0 { appendPoint(last.time, 0, isOwn: false) }
            appendPoint(vibration.start, 0, isOwn: false)
        } else if vibration.start > 0, !vibration.isAllCurve {
            appendPoint(0, 0, isOwn: false)
            appendPoint(vibration.start, 0, isOwn: false)
        }
    }

    private mutating func append(_ vibration: Vibration) {
        var points = vibration.intensityLine.points
        if !vibration.isAllCurve { points = Self.refined(points) }
        if let last = amplitude.last, abs(last.time - points[0].time) < 1e-9,
            last.amplitude == Self.square(points[0].value, vibration.isAllCurve)
        {
            points.removeFirst()
        }
        for point in points {
            appendPoint(
                point.time, Self.square(point.value, vibration.isAllCurve), isOwn: vibration.isAllCurve)
        }
    }

    private static func square(_ intensity: Double, _ isOwn: Bool) -> Double {
        rounded(intensity * intensity, isOwn ? 12 : 6)
    }

    /// Points added until a straight line between the squares of two is within the tolerance of the square of the line.
    private static func refined(_ points: [BrokenLine.Point]) -> [BrokenLine.Point] {
        var refined: [BrokenLine.Point] = []
        for (from, to) in zip(points, points.dropFirst()) {
            refined.append(from)
            // The square of a line is a parabola: its greatest distance from the chord is a quarter of the square of
            // the difference, and falls with the square of the count of parts.
            let distance = (to.value - from.value) * (to.value - from.value) / 4
            let parts = min(8, Int((distance / HapticFile.tolerance).squareRoot().rounded(.up)))
            guard to.time - from.time > 0.004, parts > 1 else { continue }
            for part in 1..<parts {
                let fraction = Double(part) / Double(parts)
                refined.append(
                    .init(
                        time: microseconds(from.time + (to.time - from.time) * fraction),
                        value: from.value + (to.value - from.value) * fraction))
            }
        }
        return refined + points.suffix(1)
    }

    private mutating func appendFrequency(_ vibration: Vibration) {
        for point in vibration.sharpnessLine.points {
            let squared = Self.square(point.value, vibration.isAllCurve)
            if vibration.shift == nil, frequency.last?.value == squared, frequency.count > 1,
                frequency[frequency.count - 2].value == squared
            {
                frequency[frequency.count - 1].time = point.time
            } else if frequency.last.map({ $0.time != point.time || $0.value != squared }) ?? true {
                frequency.append(.init(time: point.time, value: squared))
            }
        }
    }
}

// MARK: - Emphasis

extension HapticEnvelope {
    /// Half of the notch that keeps the ducking of a reader under an emphasis, in seconds.
    private static let notch = 0.001

    private mutating func insert(_ taps: inout ArraySlice<Tap>, _ score: HapticScore) {
        var merged: [Breakpoint] = []
        var rest = amplitude[...]
        while let tap = taps.popFirst() {
            while let point = rest.first, point.time < tap.time - 1e-6 {
                merged.append(point)
                rest.removeFirst()
            }
            var here: Breakpoint?
            while let point = rest.first, point.time <= tap.time + 1e-6 {
                if let here { merged.append(here) }
                here = point
                rest.removeFirst()
            }
            emphasise(tap, here, &merged, rest)
        }
        amplitude = merged + rest
    }

    /// A breakpoint with an emphasis; a new one where none stands.
    private mutating func emphasise(
        _ tap: Tap, _ here: Breakpoint?, _ merged: inout [Breakpoint], _ rest: ArraySlice<Breakpoint>
    ) {
        let isOwn = here?.isOwn ?? (merged.last?.isOwn ?? false && rest.first?.isOwn ?? false)
        let found = here?.amplitude ?? Self.between(merged.last, rest.first, at: tap.time, isOwn: isOwn)
        if merged.isEmpty, here == nil, tap.time > 0 {
            merged.append(Breakpoint(time: 0, amplitude: 0, isOwn: false))
        } else if here == nil, rest.isEmpty, let last = merged.last, last.amplitude > 0 {
            merged.append(Breakpoint(time: last.time, amplitude: 0, isOwn: false))
        }
        if !isOwn, found > 0, let last = merged.last, last.time < tap.time - Self.notch {
            merged.append(Breakpoint(time: microseconds(tap.time - Self.notch), amplitude: found, isOwn: false))
        }
        let amplitude = raised(found, isOwn: isOwn, under: tap)
        let strongest = max(rounded(tap.intensity * tap.intensity, isOwn ? 12 : 6), amplitude)
        merged.append(
            Breakpoint(
                time: tap.time, amplitude: amplitude,
                emphasis: Tap(time: tap.time, intensity: strongest, sharpness: tap.sharpness), isOwn: isOwn))
        if !isOwn, found > 0, let next = rest.first, next.time > tap.time + Self.notch {
            merged.append(Breakpoint(time: microseconds(tap.time + Self.notch), amplitude: found, isOwn: false))
        }
    }

    /// The amplitude to write under an emphasis: in a pattern of the converters' form the curve is already held down,
    /// and the way back raises it. An emphasis may not be weaker than its point.
    private mutating func raised(_ found: Double, isOwn: Bool, under tap: Tap) -> Double {
        let square = tap.intensity * tap.intensity
        if found > square + 1e-6 {
            losses.append(
                "a tap of amplitude \(shown(square)) at \(shown(tap.time)) s is weaker than the vibration around it "
                    + "(\(shown(found))); a .haptic file cannot say so, and it is raised")
        }
        guard isOwn else { return found }
        let open = 1 - HapticFile.ducking
        return min(rounded(found / (open * open), 12), max(found, rounded(square, 12)))
    }

    private static func between(_ before: Breakpoint?, _ after: Breakpoint?, at time: Double, isOwn: Bool) -> Double {
        guard let before, let after, after.time > before.time else { return 0 }
        let part = (time - before.time) / (after.time - before.time)
        let from = undone(before).squareRoot()
        let root = from + (undone(after).squareRoot() - from) * part
        return rounded(root * root, isOwn ? 12 : 6)
    }

    /// A point's amplitude as the pattern has it, the raising under an emphasis undone.
    private static func undone(_ point: Breakpoint) -> Double {
        guard point.emphasis != nil, point.isOwn else { return point.amplitude }
        let open = 1 - HapticFile.ducking
        return point.amplitude * open * open
    }
}

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

    init(_ exact: HapticScore) {
        // What came from a file is on the grid already.
        let isOwn = exact.vibrations.allSatisfy(\.isAllCurve)
        let score = isOwn ? exact : exact.onGrid(microseconds)
        let hasFrequency = score.vibrations.contains { !$0.isAllCurve || $0.shift != nil }
        for vibration in score.vibrations {
            appendSilence(until: vibration)
            append(vibration)
            if hasFrequency { appendFrequency(vibration) }
        }
        var taps = score.taps[...]
        insert(&taps, score)
        for index in amplitude.indices {
            amplitude[index].amplitude = rounded(amplitude[index].amplitude, Self.ownDigits)
        }
        if let last = amplitude.last, last.time - amplitude[0].time <= 0 || last.emphasis != nil && last.isOwn == false
        {
            appendPoint(microseconds(last.time + HapticLimits.transientLength), 0, isOwn: false)
        }
        if amplitude.isEmpty {
            appendPoint(0, 0, isOwn: false)
            appendPoint(HapticLimits.transientLength, 0, isOwn: false)
        }
        if !isOwn { extendFrequency() }
    }

    /// Frequency from the first point of amplitude to the last.
    private mutating func extendFrequency() {
        guard let first = frequency.first, let last = frequency.last else { return }
        let (start, end) = (amplitude[0].time, amplitude[amplitude.count - 1].time)
        if first.time > start { frequency.insert(.init(time: start, value: first.value), at: 0) }
        if last.time < end { frequency.append(.init(time: end, value: last.value)) }
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
        let isOwn = vibration.isAllCurve
        let line = isOwn ? vibration.intensityLine : Self.refined(vibration.intensityLine)
        var squares = line.map { Self.square($0, isOwn) }
        if !isOwn { squares = squares.condensed }
        for point in squares.points {
            if let last = amplitude.last, abs(last.time - point.time) < 1e-9, last.amplitude == point.value { continue }
            appendPoint(point.time, point.value, isOwn: isOwn)
        }
    }

    /// Decimals of a file's own numbers; a root squared again has none but noise beyond them.
    private static let ownDigits = 12

    /// Decimals while a ducking may still be undone, which would else move the last of the others.
    private static let innerDigits = 15

    private static func square(_ intensity: Double, _ isOwn: Bool) -> Double {
        rounded(intensity * intensity, isOwn ? innerDigits : 6)
    }

    /// Points added until a straight line between the squares of two is within the tolerance of the square of the line.
    private static func refined(_ line: BrokenLine) -> BrokenLine {
        let points = line.points
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
        return BrokenLine(refined + points.suffix(1)) ?? line
    }

    private mutating func appendFrequency(_ vibration: Vibration) {
        guard !vibration.isAllCurve else {
            for point in vibration.shift?.points ?? [] {
                frequency.append(.init(time: point.time, value: rounded(point.value * point.value, Self.ownDigits)))
            }
            return
        }
        for point in vibration.sharpnessLine.map({ Self.square($0, false) }).condensed.points
        where frequency.last != point { frequency.append(point) }
    }
}

// MARK: - Emphasis

extension HapticEnvelope {
    /// Half of a notch, in seconds: it keeps what a reader ducks under an emphasis to this instant, and lets the vibration
    /// stand no higher than its tap, as the format demands, where the tap is the weaker of the two.
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
            emphasise(tap, until: taps.first?.time ?? .infinity, here, &merged, rest)
        }
        amplitude = merged + rest
    }

    /// A breakpoint with an emphasis; a new one where none stands. `next` is when the tap after it comes.
    private func emphasise(
        _ tap: Tap, until next: Double, _ here: Breakpoint?, _ merged: inout [Breakpoint],
        _ rest: ArraySlice<Breakpoint>
    ) {
        let isOwn = here?.isOwn ?? (merged.last?.isOwn ?? false && rest.first?.isOwn ?? false)
        let found = here?.amplitude ?? Self.between(merged.last, rest.first, at: tap.time, isOwn: isOwn)
        if merged.isEmpty, here == nil, tap.time > 0 {
            merged.append(Breakpoint(time: 0, amplitude: 0, isOwn: false))
        } else if here == nil, rest.isEmpty, let last = merged.last, last.amplitude > 0 {
            merged.append(Breakpoint(time: last.time, amplitude: 0, isOwn: false))
        }
        let square = rounded(tap.intensity * tap.intensity, isOwn ? Self.ownDigits : 6)
        // Without a notch, what a reader ducks here would be missing as far as the points beside it.
        let wanted = isOwn ? Self.undone(found) : found
        let isNotched = found > 0 && (!isOwn || wanted > square + 1e-9)
        let middle = Breakpoint(time: tap.time, amplitude: found, isOwn: isOwn)
        if isNotched, let last = merged.last, last.time < tap.time - Self.notch {
            let start = microseconds(tap.time - Self.notch)
            let value = Self.between(last, middle, at: start, isOwn: isOwn)
            merged.append(Breakpoint(time: start, amplitude: value, isOwn: isOwn))
        }
        merged.append(
            Breakpoint(
                time: tap.time, amplitude: min(wanted, square),
                emphasis: Tap(time: tap.time, intensity: square, sharpness: tap.sharpness), isOwn: isOwn))
        let end = microseconds(min(tap.time + Self.notch, (tap.time + next) / 2))
        if isNotched, let after = rest.first, after.time > end, end > tap.time {
            let value = Self.between(middle, after, at: end, isOwn: isOwn)
            merged.append(Breakpoint(time: end, amplitude: value, isOwn: isOwn))
        }
    }

    /// An amplitude with the ducking undone that a pattern of the converters' form has under an emphasis; above 1 for
    /// one that can have had none.
    private static func undone(_ amplitude: Double) -> Double {
        let open = 1 - HapticFile.ducking
        return rounded(amplitude / (open * open), innerDigits)
    }

    private static func between(_ before: Breakpoint?, _ after: Breakpoint?, at time: Double, isOwn: Bool) -> Double {
        guard let before, let after, after.time > before.time else { return 0 }
        let part = (time - before.time) / (after.time - before.time)
        let from = ducked(before).squareRoot()
        let root = from + (ducked(after).squareRoot() - from) * part
        return rounded(root * root, isOwn ? innerDigits : 6)
    }

    /// A point's amplitude as the pattern has it, which is ducked under an emphasis.
    private static func ducked(_ point: Breakpoint) -> Double {
        guard point.emphasis != nil, point.isOwn else { return point.amplitude }
        let open = 1 - HapticFile.ducking
        return point.amplitude * open * open
    }
}

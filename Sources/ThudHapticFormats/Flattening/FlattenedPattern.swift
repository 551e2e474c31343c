import ThudCore
import ThudPatterns

/// The perceptible part of a pattern in the form that all formats share: taps, and vibrations that never overlap,
/// both in chronological order.
struct FlattenedPattern: Hashable, Sendable {
    var taps: [Tap]
    var vibrations: [Vibration]

    var isEmpty: Bool { taps.isEmpty && vibrations.isEmpty }

    /// Returns the pattern with all times on a grid, without vibrations whose length becomes zero.
    func onGrid(_ grid: (Double) -> Double) -> FlattenedPattern {
        FlattenedPattern(
            taps: taps.map { Tap(time: grid($0.time), intensity: $0.intensity, sharpness: $0.sharpness) },
            vibrations: vibrations.compactMap { vibration in
                let (start, end) = (grid(vibration.start), grid(vibration.end))
                return end <= start ? nil : vibration.timed(from: start, to: end) { $0.onGrid(grid) }
            })
    }

    /// The pattern at the one sharpness of a format without frequency.
    var withoutSharpness: FlattenedPattern {
        FlattenedPattern(
            taps: taps.map { Tap(time: $0.time, intensity: $0.intensity, sharpness: AndroidFile.sharpness) },
            vibrations: vibrations.map {
                Vibration(
                    start: $0.start, end: $0.end, intensity: $0.intensity, sharpness: AndroidFile.sharpness,
                    strength: $0.strength)
            })
    }

    func isOnGrid(_ grid: (Double) -> Double) -> Bool {
        taps.allSatisfy { grid($0.time) == $0.time }
            && vibrations.allSatisfy { vibration in
                let points = (vibration.strength?.points ?? []) + (vibration.shift?.points ?? [])
                return ([vibration.start, vibration.end] + points.map(\.time)).allSatisfy { grid($0) == $0 }
            }
    }

    /// Returns the pattern with vibrations ended by a time in seconds. No tap is later than a pattern may last.
    func ending(by time: Double) -> FlattenedPattern {
        FlattenedPattern(
            taps: taps,
            vibrations: vibrations.filter { $0.start < time }.map { vibration in
                if vibration.end <= time { return vibration }
                let start = vibration.start
                return vibration.timed(from: start, to: time) { $0.restricted(from: start, to: time) }
            })
    }

    /// The end of the last vibration or the start of the last tap, in seconds.
    var end: Double { max(vibrations.map(\.end).max() ?? 0, taps.last?.time ?? 0) }
}

/// A tap; its time is in seconds, and intensity (as in AHAP) and sharpness are 0 to 1.
struct Tap: Hashable, Sendable {
    let time: Double
    let intensity: Double
    let sharpness: Double

    /// The length of a tap in a format that has only vibrations, in milliseconds.
    static let length = milliseconds(HapticLimits.transientLength)

    /// Returns taps in chronological order, with only the strongest of those at one time. They are the same tap on
    /// two sides or in two channels.
    static func strongest(_ taps: [Tap]) -> [Tap] { joined(taps) { $1.intensity > $0.intensity ? $1 : $0 } }

    /// Returns taps in chronological order, with those at one time merged into one. Their amplitudes, which are
    /// intensities squared, add up to at most 1. The merged tap has the sharpness of the stronger one.
    static func summed(_ taps: [Tap]) -> [Tap] {
        joined(taps) { first, second in
            let power = first.intensity * first.intensity + second.intensity * second.intensity
            let stronger = second.intensity > first.intensity ? second : first
            return Tap(time: first.time, intensity: min(1, power).squareRoot(), sharpness: stronger.sharpness)
        }
    }

    private static func joined(_ taps: [Tap], _ join: (Tap, Tap) -> Tap) -> [Tap] {
        var kept: [Tap] = []
        for tap in taps.sorted(by: { $0.time < $1.time }) {
            if let last = kept.last, last.time == tap.time {
                kept[kept.count - 1] = join(last, tap)
            } else {
                kept.append(tap)
            }
        }
        return kept
    }
}

/// A vibration with its own intensity and sharpness, and two curves that change them. As in AHAP's dynamic parameters
/// and RichTap's curves, one curve multiplies the intensity and the other is added to the sharpness. Times are in
/// seconds; intensity (as in AHAP) and sharpness are 0 to 1.
struct Vibration: Hashable, Sendable {
    let start: Double
    let end: Double
    let intensity: Double
    let sharpness: Double
    /// Whether it was computed from other vibrations, so that no author chose its points.
    var isComputed = false
    /// The factor of the intensity: 0 to 1 over the time of the pattern; nil if it stays 1.
    var strength: PiecewiseLinear?
    /// The offset of the sharpness: -1 to 1 over the time of the pattern; nil if it stays 0.
    var shift: PiecewiseLinear?

    /// Whether the curves hold everything, while the event has sharpness 0. Lofelt's and Meta's converter from .haptic
    /// to AHAP writes vibrations of this form at intensity 1, which an edit may change.
    var isAllCurve: Bool { sharpness == 0 && strength != nil && !isComputed }

    /// Returns the vibration with other times; `retime` returns each curve at them.
    func timed(from start: Double, to end: Double, _ retime: (PiecewiseLinear) -> PiecewiseLinear) -> Vibration {
        Vibration(
            start: start, end: end, intensity: intensity, sharpness: sharpness, isComputed: isComputed,
            strength: strength.map(retime), shift: shift.map(retime))
    }

    var intensityCurve: PiecewiseLinear {
        guard let strength else { return PiecewiseLinear(constant: intensity, from: start, to: end) }
        return strength.clipped(from: start, to: end).map { $0 * intensity }
    }

    var sharpnessCurve: PiecewiseLinear {
        guard let shift else { return PiecewiseLinear(constant: sharpness, from: start, to: end) }
        return shift.clipped(from: start, to: end).map { $0 + sharpness }.clamped(to: 0...1)
    }
}

extension Vibration {
    /// Creates a vibration of a format without frequency, from an amplitude of 0 to 1 and times in milliseconds.
    init(amplitude: Double, from start: Double, to end: Double) {
        self.init(
            start: start / 1e3, end: end / 1e3, intensity: amplitude.squareRoot(), sharpness: AndroidFile.sharpness)
    }

    /// Creates a vibration from its intensity and sharpness over time. A constant value is stored in the event
    /// itself. Otherwise the event has the highest intensity or the first sharpness, and a curve the rest.
    init(_ intensity: PiecewiseLinear, _ sharpness: PiecewiseLinear, from start: Double, to end: Double) {
        let strongest = intensity.largest
        let first = sharpness.points[0].value
        self.init(
            start: start, end: end, intensity: strongest, sharpness: first, isComputed: true,
            strength: intensity.isConstant ? nil : intensity.map { strongest > 0 ? $0 / strongest : 0 },
            shift: sharpness.isConstant ? nil : sharpness.map { $0 - first })
    }
}

extension PiecewiseLinear {
    var largest: Double { points.map(\.value).max() ?? 0 }
}

extension Array where Element: Equatable {
    /// The values with the number of times that each comes in a row.
    var runs: [(value: Element, length: Int)] {
        var runs: [(value: Element, length: Int)] = []
        var start = 0
        while start < count {
            let value = self[start]
            let end = self[start...].firstIndex { $0 != value } ?? count
            runs.append((value, end - start))
            start = end
        }
        return runs
    }
}

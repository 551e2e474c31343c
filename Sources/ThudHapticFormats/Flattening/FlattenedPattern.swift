import ThudCore

/// What is felt of a pattern, in the form that all formats here share: taps, and vibrations one after the other.
struct FlattenedPattern: Hashable, Sendable {
    /// In the order of time.
    var taps: [Tap]

    /// In the order of time; none overlaps another.
    var vibrations: [Vibration]

    /// Whether nothing is felt.
    var isEmpty: Bool { taps.isEmpty && vibrations.isEmpty }

    /// The same with all times on a grid. A vibration that then has no length is left out.
    func onGrid(_ grid: (Double) -> Double) -> FlattenedPattern {
        FlattenedPattern(
            taps: taps.map { Tap(time: grid($0.time), intensity: $0.intensity, sharpness: $0.sharpness) },
            vibrations: vibrations.compactMap { vibration in
                let (start, end) = (grid(vibration.start), grid(vibration.end))
                if end <= start { return nil }
                return Vibration(
                    start: start, end: end, intensity: vibration.intensity, sharpness: vibration.sharpness,
                    isComputed: vibration.isComputed, strength: vibration.strength?.onGrid(grid),
                    shift: vibration.shift?.onGrid(grid))
            })
    }

    /// Whether all times are on a grid.
    func isOnGrid(_ grid: (Double) -> Double) -> Bool {
        taps.allSatisfy { grid($0.time) == $0.time }
            && vibrations.allSatisfy { vibration in
                let points = (vibration.strength?.points ?? []) + (vibration.shift?.points ?? [])
                return ([vibration.start, vibration.end] + points.map(\.time)).allSatisfy { grid($0) == $0 }
            }
    }

    /// The same with vibrations that end at a time in seconds at the latest. No tap is later than a pattern may last.
    func ending(by time: Double) -> FlattenedPattern {
        FlattenedPattern(
            taps: taps,
            vibrations: vibrations.filter { $0.start < time }.map { vibration in
                if vibration.end <= time { return vibration }
                return Vibration(
                    start: vibration.start, end: time, intensity: vibration.intensity, sharpness: vibration.sharpness,
                    isComputed: vibration.isComputed,
                    strength: vibration.strength?.restricted(from: vibration.start, to: time),
                    shift: vibration.shift?.restricted(from: vibration.start, to: time))
            })
    }

    /// When the last vibration has ended or the last tap begun, in seconds.
    var end: Double { max(vibrations.map(\.end).max() ?? 0, taps.last?.time ?? 0) }
}

/// One tap.
struct Tap: Hashable, Sendable {
    /// Seconds.
    let time: Double
    /// 0 to 1, as in AHAP.
    let intensity: Double
    /// 0 to 1.
    let sharpness: Double

    /// Taps in the order of time. Of those at one time, which are the same tap on two sides or in two channels, the
    /// strongest.
    static func strongest(_ taps: [Tap]) -> [Tap] { joined(taps) { $1.intensity > $0.intensity ? $1 : $0 } }

    /// Taps in the order of time. Those at one time are one, with the sum of their amplitudes, which are intensities
    /// squared, to the full one at most, and the sharpness of the stronger one.
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

/// One vibration: an intensity and a sharpness of its own, and two curves that change them. AHAP's dynamic parameters and
/// RichTap's curves both work so: one multiplies the intensity, the other is added to the sharpness.
struct Vibration: Hashable, Sendable {
    /// Seconds.
    let start: Double
    /// Seconds.
    let end: Double
    /// 0 to 1, as in AHAP.
    let intensity: Double
    /// 0 to 1.
    let sharpness: Double
    /// Whether it was computed from other vibrations, so that nobody chose its points.
    var isComputed = false
    /// Multiplies the intensity: 0 to 1 over the time of the pattern. Nil where it stays 1.
    var strength: PiecewiseLinear?
    /// Added to the sharpness: -1 to 1 over the time of the pattern. Nil where it stays 0.
    var shift: PiecewiseLinear?

    /// Whether the curves hold everything, and the event has intensity 1 and sharpness 0. The converter of Lofelt and Meta
    /// from .haptic to AHAP writes vibrations of this form.
    var isAllCurve: Bool { intensity == 1 && sharpness == 0 && strength != nil && !isComputed }

    /// The intensity over its time.
    var intensityCurve: PiecewiseLinear {
        guard let strength else { return PiecewiseLinear(constant: intensity, from: start, to: end) }
        return strength.clipped(from: start, to: end).map { $0 * intensity }
    }

    /// The sharpness over its time.
    var sharpnessCurve: PiecewiseLinear {
        guard let shift else { return PiecewiseLinear(constant: sharpness, from: start, to: end) }
        return shift.clipped(from: start, to: end).map { $0 + sharpness }.clamped(to: 0...1)
    }
}

extension Vibration {
    /// A vibration from its intensity and sharpness over time. Where one of them is constant, it stands in the event
    /// itself. Otherwise the event has the highest intensity and the first sharpness, and the curves do the rest.
    init(_ intensity: PiecewiseLinear, _ sharpness: PiecewiseLinear, from start: Double, to end: Double) {
        let strongest = intensity.points.map(\.value).max() ?? 0
        let first = sharpness.points[0].value
        self.init(
            start: start, end: end, intensity: strongest, sharpness: first, isComputed: true,
            strength: intensity.isConstant ? nil : intensity.map { strongest > 0 ? $0 / strongest : 0 },
            shift: sharpness.isConstant ? nil : sharpness.map { $0 - first })
    }
}

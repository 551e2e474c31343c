/// The primitives of Android's compositions. Their lengths are those that the driver of a Pixel reports; no other value
/// is published, and what each feels like here follows the words of Android's reference: a click is sharp and crisp, a
/// tick a short one, a low tick dull, a thud falls, rises rise.
enum AndroidPrimitive: String, CaseIterable, Sendable {
    case click = "CLICK"
    case thud = "THUD"
    case spin = "SPIN"
    case quickRise = "QUICK_RISE"
    case slowRise = "SLOW_RISE"
    case quickFall = "QUICK_FALL"
    case tick = "TICK"
    case lowTick = "LOW_TICK"

    /// In milliseconds.
    var length: Int {
        switch self {
        case .click, .lowTick: 12
        case .thud: 300
        case .spin: 133
        case .quickRise: 150
        case .slowRise: 500
        case .quickFall: 100
        case .tick: 5
        }
    }

    /// The primitives that are one tap.
    static let taps: [AndroidPrimitive] = [.click, .tick, .lowTick]

    /// The primitive as a tap at full scale; nil for those that are vibrations.
    var tap: (intensity: Double, sharpness: Double)? {
        switch self {
        case .click: (1, 0.6)
        case .tick: (0.7, 0.9)
        case .lowTick: (0.7, 0.2)
        case .thud, .spin, .quickRise, .slowRise, .quickFall: nil
        }
    }

    /// The sharpness of a vibration.
    var sharpness: Double { self == .thud ? 0.1 : 0.4 }

    /// The strength of a vibration from its start (0) to its end (1).
    var strength: [(part: Double, value: Double)] {
        switch self {
        case .thud, .quickFall: [(0, 1), (1, 0)]
        case .quickRise, .slowRise: [(0, 0), (1, 1)]
        case .spin: [(0, 1), (0.25, 0.2), (0.5, 1), (0.75, 0.2), (1, 1)]
        case .click, .tick, .lowTick: [(0, 1), (1, 1)]
        }
    }

    /// The primitive as a vibration, its times in seconds.
    func vibration(scale: Double, from start: Double, to end: Double) -> Vibration {
        let points = strength.map {
            BrokenLine.Point(time: microseconds(start + (end - start) * $0.part), value: $0.value)
        }
        return Vibration(
            start: start, end: end, intensity: scale, sharpness: sharpness, strength: BrokenLine(points))
    }

    /// The primitive that is read as this vibration at some scale; nil for any other vibration.
    init?(_ vibration: Vibration) {
        let found = Self.allCases.first { primitive in
            let end = vibration.start + Double(primitive.length) / 1e3
            guard primitive.tap == nil, abs(vibration.end - end) < Self.sameness else { return false }
            let own = primitive.vibration(scale: vibration.intensity, from: vibration.start, to: vibration.end)
            return vibration.shift == nil && abs(vibration.sharpness - own.sharpness) < Self.sameness
                && Self.isSame(vibration.strength, own.strength)
        }
        guard let found else { return nil }
        self = found
    }

    /// How far times in seconds and values may be from a primitive's: less than six decimals tell.
    private static let sameness = 0.000_001_5

    private static func isSame(_ line: BrokenLine?, _ other: BrokenLine?) -> Bool {
        guard let line, let other, line.points.count == other.points.count else { return false }
        return zip(line.points, other.points).allSatisfy {
            abs($0.time - $1.time) < sameness && abs($0.value - $1.value) < sameness
        }
    }

    /// The tap that is nearest in sharpness among those that can be as strong.
    static func nearest(to tap: Tap) -> (primitive: AndroidPrimitive, scale: Double, sharpness: Double) {
        var best: (primitive: AndroidPrimitive, scale: Double, sharpness: Double) = (.click, tap.intensity, 0.6)
        for primitive in taps {
            guard let full = primitive.tap, full.intensity >= tap.intensity - 1e-9 else { continue }
            if abs(full.sharpness - tap.sharpness) < abs(best.sharpness - tap.sharpness) {
                best = (primitive, min(1, tap.intensity / full.intensity), full.sharpness)
            }
        }
        return best
    }
}

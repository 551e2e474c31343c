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

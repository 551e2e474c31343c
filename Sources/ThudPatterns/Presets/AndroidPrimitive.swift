/// The primitives of Android's compositions, shared by the presets and the reader and writer of Android's effects. A
/// raw value is the name after `PRIMITIVE_`.
///
/// The lengths are those that a Pixel's driver reports. No other values are published. The feel follows the words of
/// Android's reference: a click is sharp and crisp, a tick is a light one, a low tick is dull, a thud falls, hits and
/// reverberates, and rises rise.
public enum AndroidPrimitive: String, CaseIterable, Hashable, Sendable {
    case click = "CLICK"
    case thud = "THUD"
    case spin = "SPIN"
    case quickRise = "QUICK_RISE"
    case slowRise = "SLOW_RISE"
    case quickFall = "QUICK_FALL"
    case tick = "TICK"
    case lowTick = "LOW_TICK"

    /// The shape of a primitive at full scale.
    public enum Shape: Hashable, Sendable {
        /// One tap.
        case tap(intensity: Double, sharpness: Double)
        /// One vibration whose intensity and sharpness move in straight lines through points that divide its length
        /// evenly. With a hit, a tap of its first intensity and sharpness comes at its start.
        case swell(intensity: [Double], sharpness: [Double], hasHit: Bool)
    }

    /// The length in whole milliseconds.
    public var length: Int {
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

    /// The taps and vibrations that represent the primitive.
    public var shape: Shape {
        switch self {
        case .click: .tap(intensity: 0.9, sharpness: 0.8)
        case .tick: .tap(intensity: 0.4, sharpness: 0.9)
        case .lowTick: .tap(intensity: 0.4, sharpness: 0.3)
        case .thud: .swell(intensity: [1, 0], sharpness: [0.1, 0], hasHit: true)
        case .spin: .swell(intensity: [0.3, 1, 0.3], sharpness: [0.3, 0.7, 0.3], hasHit: false)
        case .quickRise, .slowRise: .swell(intensity: [0, 1], sharpness: [0.3, 0.7], hasHit: false)
        case .quickFall: .swell(intensity: [1, 0], sharpness: [0.7, 0.3], hasHit: false)
        }
    }
}

public import ThudCore

/// A step of a parameter to a value that stays, for all events of the pattern.
public struct DynamicParameter: Hashable, Sendable {
    /// The parameter that is changed.
    public let id: DynamicParameterID
    /// The time of the step in seconds from the start of the pattern, 0 to 300.
    public let time: Double
    /// The value, within the range of `id`.
    public let value: Double

    /// Creates a step. Time and value are clamped to their ranges.
    public init(_ id: DynamicParameterID, at time: Double, value: Double) {
        self.id = id
        self.time = HapticLimits.clampStart(time)
        self.value = id.clamp(value)
    }
}

/// A parameter that moves in straight lines from point to point, for all events of the pattern.
public struct ParameterCurve: Hashable, Sendable {
    /// A point of a curve: seconds from the curve's own start, 0 to 300, and a value in the parameter's range.
    public typealias Point = PiecewiseLinear.Point

    /// The parameter that is changed.
    public let id: DynamicParameterID
    /// The start of the curve in seconds from the start of the pattern, 0 to 300.
    public let time: Double
    /// The points in time order. If several points have the same time, the value jumps to the last of them.
    public let points: [Point]

    /// Creates a curve. Times and values are clamped to their ranges, and the points are sorted by time.
    public init(_ id: DynamicParameterID, at time: Double, points: [Point]) {
        self.id = id
        self.time = HapticLimits.clampStart(time)
        let clamped = points.map { Point(time: HapticLimits.clampStart($0.time), value: id.clamp($0.value)) }
        self.points = PiecewiseLinear(clamped)?.points ?? []
    }
}

/// The parameters that act on all events of a pattern while it plays (`CHHapticDynamicParameter.ID`). Intensity and
/// volume multiply; the others add. The result is clamped to the range of the event parameter that is changed.
public enum DynamicParameterID: String, CaseIterable, Hashable, Sendable {
    /// Multiplies the intensity of haptic events, 0 to 1.
    case hapticIntensity = "HapticIntensityControl"
    /// Added to the sharpness of haptic events, -1 to 1.
    case hapticSharpness = "HapticSharpnessControl"
    /// Added to the attack of haptic events, -1 to 1.
    case hapticAttackTime = "HapticAttackTimeControl"
    /// Added to the decay of haptic events, -1 to 1.
    case hapticDecayTime = "HapticDecayTimeControl"
    /// Added to the release of haptic events, -1 to 1.
    case hapticReleaseTime = "HapticReleaseTimeControl"
    /// Multiplies the volume of sounds, 0 to 1.
    case audioVolume = "AudioVolumeControl"
    /// Added to the pan of sounds, -1 to 1.
    case audioPan = "AudioPanControl"
    /// Added to the brightness of sounds, -1 to 1.
    case audioBrightness = "AudioBrightnessControl"
    /// Added to the pitch of sounds, -1 to 1.
    case audioPitch = "AudioPitchControl"
    /// Added to the attack of sounds, -1 to 1.
    case audioAttackTime = "AudioAttackTimeControl"
    /// Added to the decay of sounds, -1 to 1.
    case audioDecayTime = "AudioDecayTimeControl"
    /// Added to the release of sounds, -1 to 1.
    case audioReleaseTime = "AudioReleaseTimeControl"

    /// Whether the parameter multiplies rather than adds.
    public var multiplies: Bool { target.isMultiplied }
    /// The range that Core Haptics accepts. Other values are clamped to it.
    public var range: ClosedRange<Double> { multiplies ? 0...1 : -1...1 }
    /// The value that changes nothing: 1 for a parameter that multiplies, 0 for one that adds.
    public var defaultValue: Double { multiplies ? 1 : 0 }
    /// Whether it changes haptic events rather than sounds.
    package var isHaptic: Bool { rawValue.hasPrefix("Haptic") }

    /// Returns the nearest value that the parameter accepts, or the default for NaN.
    public func clamp(_ value: Double) -> Double {
        value.isNaN ? defaultValue : value.clamped(to: range)
    }

    /// The event parameter that this one changes.
    public var target: EventParameterID {
        switch self {
        case .hapticIntensity: .hapticIntensity
        case .hapticSharpness: .hapticSharpness
        case .hapticAttackTime, .audioAttackTime: .attackTime
        case .hapticDecayTime, .audioDecayTime: .decayTime
        case .hapticReleaseTime, .audioReleaseTime: .releaseTime
        case .audioVolume: .audioVolume
        case .audioPan: .audioPan
        case .audioBrightness: .audioBrightness
        case .audioPitch: .audioPitch
        }
    }
}

/// The parameters that act on all events of a pattern while it plays (`CHHapticDynamicParameter.ID`): strengths
/// multiply, everything else adds, and the result is clamped into the range of the event parameter it changes.
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

    /// Whether the parameter multiplies; otherwise it adds.
    public var multiplies: Bool { self == .hapticIntensity || self == .audioVolume }

    /// The values that Core Haptics accepts; others are clamped into it.
    public var range: ClosedRange<Double> { multiplies ? 0...1 : -1...1 }

    /// The value that changes nothing: 1 for what multiplies, 0 for what adds.
    public var defaultValue: Double { multiplies ? 1 : 0 }

    /// The nearest value that the parameter accepts; the default for NaN.
    public func clamp(_ value: Double) -> Double {
        value.isNaN ? defaultValue : min(max(value, range.lowerBound), range.upperBound)
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

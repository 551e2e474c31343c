/// The parameters of one event. Raw values, ranges and, where Apple states them, defaults are those of Core Haptics
/// (`CHHapticEvent.ParameterID`); Apple states none for intensity, sharpness, volume and pitch, for which the values
/// that AHAP tools agree on stand here.
public enum EventParameterID: String, CaseIterable, Hashable, Sendable {
    /// Strength, 0 to 1; 1 where a file says nothing.
    case hapticIntensity = "HapticIntensity"
    /// Character, 0 (round, dull) to 1 (crisp, precise); 0.5 where a file says nothing.
    case hapticSharpness = "HapticSharpness"
    /// How slowly an event rises, 0 to 1; see ``EnvelopeTime``.
    case attackTime = "AttackTime"
    /// How slowly an unsustained event fades after its attack, 0 to 1.
    case decayTime = "DecayTime"
    /// How slowly an event fades after its duration, 0 to 1.
    case releaseTime = "ReleaseTime"
    /// 1 to hold the level for the duration, 0 to decay at once. Only these two values.
    case sustained = "Sustained"
    /// Loudness of a sound, 0 to 1; 1 where a file says nothing.
    case audioVolume = "AudioVolume"
    /// Pitch shift of a sound, -1 to 1; 0 where a file says nothing.
    case audioPitch = "AudioPitch"
    /// Place between left (-1) and right (1); 0 is the middle.
    case audioPan = "AudioPan"
    /// Brightness of a sound, 0 to 1; 1 leaves it as it is.
    case audioBrightness = "AudioBrightness"

    /// The values that Core Haptics accepts; others are clamped into it.
    public var range: ClosedRange<Double> {
        switch self {
        case .audioPitch, .audioPan: -1...1
        default: 0...1
        }
    }

    /// The value of an event that does not name the parameter.
    public var defaultValue: Double {
        switch self {
        case .hapticIntensity, .sustained, .audioVolume, .audioBrightness: 1
        case .hapticSharpness: 0.5
        case .attackTime, .decayTime, .releaseTime, .audioPitch, .audioPan: 0
        }
    }

    /// The nearest value that the parameter accepts; the default for NaN.
    public func clamp(_ value: Double) -> Double {
        if value.isNaN { return defaultValue }
        if self == .sustained { return value < 0.5 ? 0 : 1 }
        return min(max(value, range.lowerBound), range.upperBound)
    }
}

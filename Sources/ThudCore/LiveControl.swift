/// A control of a cue that lasts, which can change while it plays. Games, cue lines and saved rounds use its name.
///
/// Each case names, in brackets, the dynamic parameter of Core Haptics that does the same in a file.
public enum LiveControl: String, CaseIterable, Hashable, Codable, Sendable {
    /// Multiplies the volume of the sound: 0 to 1 (`AudioVolumeControl`).
    case gain
    /// Shifts the pitch of the sound: -1 to 1, from an octave down to an octave up (`AudioPitchControl`).
    case pitch
    /// Multiplies the intensity of the haptics: 0 to 1 (`HapticIntensityControl`).
    case intensity
    /// Shifts the sharpness of the vibration: -1 to 1 (`HapticSharpnessControl`).
    case sharpness

    /// Whether the control multiplies rather than adds.
    public var isLevel: Bool { self == .gain || self == .intensity }

    /// The range of its values.
    public var values: ClosedRange<Double> { isLevel ? 0...1 : -1...1 }

    /// The value that changes nothing: 1 for the controls that multiply, 0 for those that add.
    public var neutral: Double { isLevel ? 1 : 0 }

    /// Returns the nearest value in the control's range. NaN becomes ``neutral``.
    public func clamp(_ value: Double) -> Double {
        value.isNaN ? neutral : value.clamped(to: values)
    }
}

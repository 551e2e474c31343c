/// What a player turns while a pattern plays: as Core Haptics' dynamic parameters, on top of those in the pattern.
///
/// An event's own value, the pattern's steps and curves and these are put together first and clamped once at the end.
public struct LiveControls: Hashable, Sendable {
    /// Multiplies every intensity, 0 to 1; 1 changes nothing.
    public var intensity: Double {
        didSet { intensity = DynamicParameterID.hapticIntensity.clamp(intensity) }
    }

    /// Added to every sharpness, -1 to 1; 0 changes nothing.
    public var sharpness: Double {
        didSet { sharpness = DynamicParameterID.hapticSharpness.clamp(sharpness) }
    }

    /// Controls; values out of range are clamped, NaN changes nothing.
    public init(intensity: Double = 1, sharpness: Double = 0) {
        self.intensity = DynamicParameterID.hapticIntensity.clamp(intensity)
        self.sharpness = DynamicParameterID.hapticSharpness.clamp(sharpness)
    }

    /// The control of a dynamic parameter; nil where none is offered.
    func value(of id: DynamicParameterID) -> Double? {
        switch id {
        case .hapticIntensity: intensity
        case .hapticSharpness: sharpness
        default: nil
        }
    }
}

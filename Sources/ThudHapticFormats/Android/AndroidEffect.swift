/// The two kinds of effect that Android's `VibrationEffect` has.
public enum AndroidEffect: String, CaseIterable, Hashable, Sendable {
    /// A composition for a pattern of taps and of vibrations that are primitives, a waveform for any other.
    case automatic
    /// Amplitudes over time, without frequency: `VibrationEffect.createWaveform`.
    case waveform
    /// Primitives with a scale and a delay: `VibrationEffect.startComposition`.
    case composition
}

import ThudCore
import ThudPatterns

/// The arguments of Android's `VibrationEffect` as JSON. Android itself has no JSON form of them (its own files are
/// ``AndroidXML``), so this form is Thud's, with the names of the arguments:
///     { "timings": [0, 20, 80, 40], "amplitudes": [0, 255, 0, 128], "repeat": -1 }
///     { "primitives": [ { "primitive": "CLICK", "scale": 0.8, "delay": 100 } ] }
/// `timings` are consecutive durations in whole milliseconds. `amplitudes` are 0 to 255; without them the timings
/// alternate between off and on, off first. A `delay` is the pause in milliseconds after the previous primitive, and
/// `scale` is 0 to 1. Amplitude is intensity squared, as in the drive signal. A waveform has no frequency, so sharpness
/// is read as 0.5.
enum AndroidFile {
    /// The amplitude of full intensity.
    static let fullAmplitude = 255.0
    /// The duration of one amplitude of a changing vibration, in milliseconds, as in Meta's converter.
    static let step = 10
    /// The sharpness of a waveform, which has no frequency.
    static let sharpness = 0.5
    static let name = "an Android effect"

    static func write(_ pattern: HapticPattern, as effect: AndroidEffect) -> PatternExport {
        let reduction = PatternReduction(pattern, format: name)
        let flattened = reduction.flattened
        var (losses, lost) = (reduction.losses, MetadataText(pattern).losses(but: [], name))
        let isComposition = AndroidComposition.isChosen(by: effect, for: flattened, &lost)
        // The JSON form has no envelope.
        let text =
            isComposition ? AndroidComposition.write(flattened, &losses) : AndroidWaveform.write(flattened, &losses)
        return PatternExport(text: text, losses: losses + lost)
    }

    static func read(_ root: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> HapticPattern {
        if let primitives = try root.optional("primitives") {
            try notes.ignoreAll(in: root, but: ["primitives"])
            return PatternAssembly.pattern(try AndroidComposition.read(primitives, &notes), metadata: [])
        }
        guard let timings = try root.optional("timings") else {
            throw root.error("expected a member `timings` or `primitives`, found neither")
        }
        try notes.ignoreAll(in: root, but: ["timings", "amplitudes", "repeat"])
        if let again = try root.optional("repeat"), try again.number() != -1 {
            notes.diagnostic(again, .changed, "repeats without end on Android; played once here")
        }
        let flattened = try AndroidWaveform.read(timings, root.optional("amplitudes"), &notes)
        return PatternAssembly.pattern(flattened, metadata: [])
    }
}

/// The kinds of effect in Android's `VibrationEffect`.
public enum AndroidEffect: String, CaseIterable, Hashable, Sendable {
    /// A composition if the pattern has only taps and primitive vibrations, otherwise a waveform.
    case automatic
    /// Amplitudes over time, without frequency: `VibrationEffect.createWaveform`.
    case waveform
    /// Primitives with a scale and a delay: `VibrationEffect.startComposition`.
    case composition
    /// Linear intensity and sharpness (`VibrationEffect.BasicEnvelopeBuilder`, API 36), in XML only.
    case envelope
    /// Linear amplitude and frequency (`VibrationEffect.WaveformEnvelopeBuilder`, API 36), in XML only.
    case frequency
}

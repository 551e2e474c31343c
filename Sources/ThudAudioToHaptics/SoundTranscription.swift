import ThudCore
import ThudPatterns
import ThudSoundFiles

/// A sound as a haptic pattern: its onsets become taps, and its envelope between them becomes vibration.
///     let sound = try SoundFile.read("ping.wav")
///     let transcription = SoundTranscription(sound, waveformPath: "ping.wav")
///     let file = AHAP.text(transcription.pattern)
/// Intensity is the root of the amplitude, because ``DriveLaw`` makes amplitude the square of intensity. Sharpness is
/// the spectral centroid in octaves over ``TranscriptionOptions/centroids``. Any sound is accepted: only its first 300
/// s count, invalid samples are silence, and a constant offset is removed. Time and memory grow with its length only.
package struct SoundTranscription: Sendable {
    /// The deviation of the curves from the envelope.
    package struct CurveError: Hashable, Sendable {
        /// The largest measured deviation in intensity, 0 to 1.
        package let intensity: Double
        /// The largest measured deviation in sharpness, 0 to 1.
        package let sharpness: Double
        /// The upper bound of both, by construction. It is ``TranscriptionOptions/tolerance``, unless a pattern could
        /// not hold the number of points that this takes.
        package let bound: Double
    }

    /// The pattern: taps at the onsets, vibrations of at most 30 s, curves of at most 16 points each, and the sound
    /// file at time 0 if one was named. Times are whole microseconds, so that a written pattern reads back equal.
    package let pattern: HapticPattern
    /// The onsets that became taps, in chronological order.
    package let onsets: [Onset]
    /// The deviation of the curves from the envelope, measured only while something vibrates. At other times the
    /// envelope is below ``TranscriptionOptions/quietest``, a tap acts, or the vibration is too short (20 ms) to keep.
    package let curveError: CurveError

    /// Transcribes a sound of any length, rate and number of channels.
    /// - Parameter waveformPath: the file of the sound, as in `EventWaveformPath`: relative to the pattern's own
    ///   file, with `/` between folders and without `..`. nil names no sound.
    package init(_ sound: Sound, waveformPath: String? = nil, options: TranscriptionOptions = .init()) {
        let analysed = AnalysedSound(sound)
        let features = SoundFeatures(of: analysed)
        let found = OnsetDetector(analysed, features, options).onsets()
        let scale = HapticScale(features, found, options)
        onsets = found.filter { scale.intensity($0.level) >= options.quietest }
        let taps = onsets.map {
            HapticEvent(
                .transient, at: $0.time, intensity: scale.intensity($0.level).rounded(decimals: 4),
                sharpness: scale.sharpness($0.centroid).rounded(decimals: 4))
        }
        let envelope = scale.envelope(of: features, within: analysed.seconds, onsets: onsets.map(\.time))
        let vibrations = SoundSegment.all(of: envelope, taps: taps.map(\.time), quietest: options.quietest)
        let assembly = TranscriptionAssembly(taps: taps, vibrations: vibrations, waveformPath: waveformPath)
        (pattern, curveError) = Self.fit(assembly, tolerance: options.tolerance)
    }

    /// Returns the pattern for the smallest tolerance, from the requested one upwards, that stays within the limits
    /// of a pattern. A tolerance of 1 leaves two points per curve, which always fit: see ``SoundSegment/shortest``.
    private static func fit(_ assembly: TranscriptionAssembly, tolerance: Double) -> (HapticPattern, CurveError) {
        var tolerance = tolerance
        while true {
            let pattern = assembly.pattern(tolerance: tolerance)
            let points = pattern.curves.reduce(pattern.parameters.count) { $0 + $1.points.count }
            if points <= HapticLimits.controlPoints || tolerance >= 1 {
                return (pattern, measure(pattern, assembly.vibrations, bound: tolerance))
            }
            tolerance = min(1, 1.5 * tolerance)
        }
    }

    /// Compares the evaluated curves with the envelope that they approximate.
    private static func measure(_ pattern: HapticPattern, _ vibrations: [SoundSegment], bound: Double) -> CurveError {
        let evaluation = HapticEvaluation(pattern)
        var (intensity, sharpness) = (0.0, 0.0)
        for sample in vibrations.lazy.flatMap(\.samples) {
            intensity = max(intensity, abs(evaluation.value(of: .hapticIntensity, at: sample.time) - sample.intensity))
            sharpness = max(sharpness, abs(evaluation.value(of: .hapticSharpness, at: sample.time) - sample.sharpness))
        }
        return CurveError(intensity: intensity, sharpness: sharpness, bound: bound)
    }
}

/// The settings of a transcription. The defaults suit effects of a few seconds.
package struct TranscriptionOptions: Hashable, Sendable {
    package enum Reference: String, CaseIterable, Hashable, Sendable {
        /// The loudest window of the sound, so that a quiet file is felt as strongly as a loud one.
        case loudest
        /// A sine at full scale, so that patterns of several sounds stay in proportion.
        case fullScale = "full-scale"
    }

    /// The level that counts as intensity 1.
    package var reference: Reference
    /// The permitted deviation of a curve from the envelope, in intensity or sharpness, 0.01 to 1. The default lies
    /// below what a finger notices: a fifth in intensity, and 18 % in frequency, which is 0.045 of sharpness.
    package let tolerance: Double
    /// The intensity below which nothing vibrates or taps, 0.01 to 1; 0.1 is 40 dB below intensity 1.
    package let quietest: Double
    /// The share of a window's amplitude that must be new for an onset, above the share that is always new around it,
    /// 0.05 to 0.95. Smaller values find softer onsets, larger ones only hard onsets. If the same frequencies recur,
    /// at least half of the amplitude must be new. The default misses an onset 30 dB below the loudest window.
    package let novelty: Double

    /// The spectral centroids of sharpness 0 and 1, in hertz; sharpness is linear in octaves between them.
    package static let centroids = 100.0...4_000.0

    /// Creates options. A value outside its range becomes the nearest one in it, and NaN becomes the default.
    package init(
        reference: Reference = .loudest, tolerance: Double = 0.05, quietest: Double = 0.1, novelty: Double = 0.3
    ) {
        self.reference = reference
        self.tolerance = Self.clamp(tolerance, to: 0.01...1, default: 0.05)
        self.quietest = Self.clamp(quietest, to: 0.01...1, default: 0.1)
        self.novelty = Self.clamp(novelty, to: 0.05...0.95, default: 0.3)
    }

    private static func clamp(_ value: Double, to range: ClosedRange<Double>, default standard: Double) -> Double {
        value.isNaN ? standard : min(max(value, range.lowerBound), range.upperBound)
    }
}

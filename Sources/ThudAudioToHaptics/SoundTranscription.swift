import ThudCore
import ThudPatterns
import ThudSoundFiles

/// A sound as a haptic pattern: its onsets are taps, its envelope between them is vibration.
///
///     let sound = try SoundFile.read("ping.wav")
///     let transcription = SoundTranscription(sound, waveformPath: "ping.wav")
///     let file = AHAP.text(transcription.pattern)
///
/// Intensity is the root of the amplitude, since ``DriveLaw`` makes amplitude the square of intensity; sharpness is the
/// spectral centroid in octaves over ``TranscriptionOptions/centroids``. Any sound is accepted. Only its first 300 s count,
/// samples that are no numbers are silence, and a constant offset is removed. Time and memory grow only with the length of
/// the sound.
package struct SoundTranscription: Sendable {
    /// How far curves stray from the envelope.
    package struct CurveError: Hashable, Sendable {
        /// The largest distance in intensity that was measured, 0 to 1.
        package let intensity: Double
        /// The largest distance in sharpness that was measured, 0 to 1.
        package let sharpness: Double
        /// Neither can exceed this, by construction. It is ``TranscriptionOptions/tolerance``, unless that many points would
        /// not fit into a pattern.
        package let bound: Double
    }

    /// A sound file at 0 if one was named, taps at the onsets, vibrations of at most 30 s, and curves of at most 16 points
    /// each. Times are whole microseconds, so that the pattern is the same when it is written and read again.
    package let pattern: HapticPattern

    /// The onsets that became taps, in the order of time.
    package let onsets: [Onset]

    /// How far the pattern's curves stray from the envelope wherever something vibrates. Elsewhere the envelope is under
    /// ``TranscriptionOptions/quietest``, or a tap acts, or what vibrates is over within 20 ms.
    package let curveError: CurveError

    /// Transcribes a sound.
    ///
    /// - Parameters:
    ///   - sound: of any length, rate and number of channels.
    ///   - waveformPath: the file of the sound, as `EventWaveformPath` has it: relative to the pattern's own file, with
    ///     `/` between folders and without `..`. nil pairs no sound.
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

    /// The pattern under the smallest tolerance, from the one asked for upwards, with which it stays within the limits of
    /// a pattern. A tolerance of 1 leaves two points to a curve, and those always fit: see ``SoundSegment/shortest``.
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

    /// Compares the curves, as they will be evaluated, with the envelope that they stand for.
    private static func measure(
        _ pattern: HapticPattern, _ vibrations: [SoundSegment], bound: Double
    ) -> CurveError {
        let evaluation = HapticEvaluation(pattern)
        var (intensity, sharpness) = (0.0, 0.0)
        for sample in vibrations.lazy.flatMap(\.samples) {
            intensity = max(intensity, abs(evaluation.value(of: .hapticIntensity, at: sample.time) - sample.intensity))
            sharpness = max(sharpness, abs(evaluation.value(of: .hapticSharpness, at: sample.time) - sample.sharpness))
        }
        return CurveError(intensity: intensity, sharpness: sharpness, bound: bound)
    }
}

/// How a sound becomes a pattern. The defaults suit effects of a few seconds.
package struct TranscriptionOptions: Hashable, Sendable {
    /// The level that counts as intensity 1.
    package enum Reference: String, CaseIterable, Hashable, Sendable {
        /// The loudest window of the sound, so that a quiet file is felt as well as a loud one.
        case loudest
        /// A sine at full scale, so that patterns of several sounds stay in proportion.
        case fullScale = "full-scale"
    }

    /// The level that counts as intensity 1.
    package var reference: Reference

    /// How far a curve may stray from the envelope, in intensity or sharpness, 0.01 to 1. The default lies under what
    /// a finger notices: a fifth in intensity, 18 % in frequency, which is 0.045 of sharpness.
    package let tolerance: Double

    /// The intensity below which nothing vibrates or taps, 0.01 to 1; 0.1 stands 40 dB under intensity 1.
    package let quietest: Double

    /// The share of a window's amplitude that must be new for an onset, above the share that is always new around it,
    /// 0.05 to 0.95: less finds softer onsets, more only hard ones. Where the same frequencies come back, at least half of
    /// the amplitude must be new. By the default an onset 30 dB under the loudest window is not found.
    package let novelty: Double

    /// The spectral centroids of sharpness 0 and 1, in hertz; sharpness is linear in octaves between them.
    package static let centroids = 100.0...4_000.0

    /// Options; a value outside its range is taken as the nearest one, NaN as the default.
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

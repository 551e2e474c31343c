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
        /// The upper bound of both, by construction. It is ``TranscriptionOptions/tolerance``, unless that takes more
        /// than ``TranscriptionOptions/points``.
        package let bound: Double
        /// The length in seconds below which vibrations have no curves, so that ``TranscriptionOptions/points``
        /// suffice; nil if they suffice for all.
        package let steady: Double?
    }

    /// The pattern: taps at the onsets, vibrations of at most 30 s, curves of at most 16 points each, and the sound
    /// file at time 0 if one was named. Times are whole microseconds, so that a written pattern reads back equal.
    package let pattern: HapticPattern
    /// The onsets that became taps, in chronological order.
    package let onsets: [Onset]
    /// All onsets, also those that are too quiet for a tap.
    package let detected: [Onset]
    /// The deviation of the curves from the envelope, measured only while something vibrates. At other times the
    /// envelope is below ``TranscriptionOptions/quietest``, a tap acts, or the vibration is too short for a curve.
    package let curveError: CurveError

    /// Transcribes a sound of any length, rate and number of channels.
    /// - Parameter waveformPath: the file of the sound, as in `EventWaveformPath`: relative to the pattern's own
    ///   file, with `/` between folders and without `..`. nil names no sound.
    package init(_ sound: Sound, waveformPath: String? = nil, options: TranscriptionOptions = .init()) {
        self.init(sound, waveformPath: waveformPath, options: options, checkpoint: { () throws(Never) in })
    }

    /// Transcribes a sound, and breaks off if `checkpoint` throws. It is called hundreds of times for each second of
    /// the sound.
    package init<Stop>(
        _ sound: Sound, waveformPath: String?, options: TranscriptionOptions, checkpoint: () throws(Stop) -> Void
    ) throws(Stop) {
        let sound = options.band.map { sound.limited(to: $0) } ?? sound
        let analysed = AnalysedSound(sound)
        let features = try SoundFeatures(of: analysed, checkpoint: checkpoint)
        let found = try OnsetDetector(of: sound, analysed, features, options, checkpoint: checkpoint).onsets()
        try checkpoint()
        let envelope = SoundEnvelope(of: features, onsets: found.map(\.time), smoothing: options.smoothing)
        detected = found
        let levels = options.parts == .vibration ? [] : found.map(envelope.level)
        let scale = HapticScale(envelope, taps: levels, options)
        let struck = zip(found, levels).map { (onset: $0, intensity: scale.intensity($1)) }
            .filter { $0.intensity >= options.quietest }
        onsets = struck.map(\.onset)
        let taps = struck.map {
            HapticEvent(
                .transient, at: $0.onset.time, intensity: $0.intensity.rounded(decimals: 4),
                sharpness: scale.sharpness($0.onset.centroid).rounded(decimals: 4))
        }
        let samples = options.parts == .taps ? [] : scale.samples(of: envelope, within: analysed.seconds)
        let vibrations = SoundSegment.all(of: samples, taps: taps.map(\.time), quietest: options.quietest)
        let assembly = TranscriptionAssembly(taps: taps, vibrations: vibrations, waveformPath: waveformPath)
        let most = min(HapticLimits.controlPoints, max(8, Int(options.points * analysed.seconds)))
        (pattern, curveError) = Self.fit(assembly, tolerance: options.tolerance, most: most)
    }

    /// Returns the pattern for the smallest tolerance, from the requested one upwards, that needs at most `most`
    /// points. If even a tolerance that is hardly felt needs more, as between the strikes of a texture, longer and
    /// longer vibrations do without curves.
    private static func fit(
        _ assembly: TranscriptionAssembly, tolerance requested: Double, most: Int
    ) -> (HapticPattern, CurveError) {
        var (assembly, tolerance) = (assembly, requested)
        while true {
            let pattern = assembly.pattern(tolerance: tolerance)
            let points = pattern.curves.reduce(pattern.parameters.count) { $0 + $1.points.count }
            let shaped = assembly.shaped
            if points <= most || shaped.isEmpty {
                let steady = assembly.brief > SoundSegment.shortest ? assembly.brief : nil
                return (pattern, measure(pattern, shaped, bound: tolerance, steady: steady))
            }
            let coarsest = assembly.brief < 0.08 ? 0.1 : 1
            if tolerance < coarsest {
                tolerance = min(coarsest, 1.25 * tolerance)
            } else {
                (assembly.brief, tolerance) = (2 * assembly.brief, requested)
            }
        }
    }

    /// Compares the evaluated curves with the envelope that they approximate.
    private static func measure(
        _ pattern: HapticPattern, _ vibrations: [SoundSegment], bound: Double, steady: Double?
    ) -> CurveError {
        let evaluation = HapticEvaluation(pattern)
        var (intensity, sharpness) = (0.0, 0.0)
        for sample in vibrations.lazy.flatMap(\.samples) {
            intensity = max(intensity, abs(evaluation.value(of: .hapticIntensity, at: sample.time) - sample.intensity))
            sharpness = max(sharpness, abs(evaluation.value(of: .hapticSharpness, at: sample.time) - sample.sharpness))
        }
        return CurveError(intensity: intensity, sharpness: sharpness, bound: bound, steady: steady)
    }
}

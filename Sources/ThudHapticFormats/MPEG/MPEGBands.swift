import ThudCore
import ThudPatterns

/// A flattened pattern as the two bands of ISO/IEC 23090-31 that hold it: transients, and vectorial waves. Positions are in
/// milliseconds, and frequencies in whole hertz.
struct MPEGBands {
    struct Keyframe {
        /// Milliseconds after the effect's position.
        let position: Int
        let amplitude: Double?
        let hertz: Int?
    }

    struct Effect {
        /// Milliseconds.
        let position: Int
        let keyframes: [Keyframe]
    }

    /// One effect, or none; its position is 0.
    private(set) var transients: [Effect] = []
    /// An effect for each vibration.
    let waves: [Effect]

    /// The bands of a pattern whose times are whole milliseconds. `step` puts an amplitude, and the full one beside it, on
    /// the steps of a format.
    init(_ flattened: FlattenedPattern, _ rounding: inout GridRounding, _ step: (Double, Double) -> Double) {
        let taps = flattened.taps.map { tap in
            Keyframe(
                position: rounding.milliseconds(tap.time),
                amplitude: step(tap.intensity * tap.intensity * HJIFFile.tapAmplitude, HJIFFile.tapAmplitude),
                hertz: rounding.hertz(tap.sharpness))
        }
        if !taps.isEmpty { transients = [Effect(position: 0, keyframes: taps)] }
        waves = flattened.vibrations.map { Self.wave($0, &rounding, step) }
    }

    private static func wave(
        _ vibration: Vibration, _ rounding: inout GridRounding, _ step: (Double, Double) -> Double
    ) -> Effect {
        let start = rounding.milliseconds(vibration.start)
        let full = HJIFFile.waveAmplitude
        var amplitudes = vibration.intensityCurve.map { step($0 * $0 * full, full) }.condensed.points[...]
        var frequencies = vibration.sharpnessCurve.map { Double(rounding.hertz($0)) }.condensed.points[...]
        var frames: [Keyframe] = []
        // Both curves have a point at each end, so that the first and the last keyframe have both values.
        while let time = [amplitudes.first?.time, frequencies.first?.time].compactMap({ $0 }).min() {
            let amplitude = amplitudes.first?.time == time ? amplitudes.removeFirst().value : nil
            let frequency = frequencies.first?.time == time ? frequencies.removeFirst().value : nil
            frames.append(
                Keyframe(
                    position: rounding.milliseconds(time) - start, amplitude: amplitude,
                    hertz: frequency.map { Int($0) }))
        }
        return Effect(position: start, keyframes: frames)
    }
}

import ThudCore

/// A flattened pattern as two bands of ISO/IEC 23090-31: transients and vectorial waves. Positions are in
/// milliseconds, and frequencies in whole hertz.
struct MPEGBands {
    struct Keyframe {
        /// Milliseconds after the effect's position.
        let position: Int
        let amplitude: Double?
        let hertz: Int?
    }

    struct Effect {
        let position: Int
        let keyframes: [Keyframe]
    }

    /// One effect at position 0, or none.
    private(set) var transients: [Effect] = []
    let waves: [Effect]

    /// Creates the bands of a pattern whose times are whole milliseconds. `step` rounds an amplitude, given with the
    /// full one, to the steps of a format.
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
        // Both curves have a point at each end, so that the first and last keyframes have both values.
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

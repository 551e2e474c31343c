import Glibc
import ThudCore
import ThudPatterns

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

/// How an intensity becomes an amplitude in MPEG's files.
public enum IntensityLaw: String, CaseIterable, Sendable {
    /// The square, as the drive signal (`DriveLaw`) has it. The signal of the file equals that of the pattern.
    case square
    /// The intensity itself, as MPEG's own encoder writes AHAP. At an intensity of 0.4 that is 8 dB more.
    case linear

    /// Returns a pattern whose squared intensities are the amplitudes of this law.
    func written(_ flattened: FlattenedPattern) -> FlattenedPattern {
        guard self == .linear else { return flattened }
        return FlattenedPattern(
            taps: flattened.taps.map {
                Tap(time: $0.time, intensity: $0.intensity.squareRoot(), sharpness: $0.sharpness)
            },
            vibrations: flattened.vibrations.map { vibration in
                let roots = vibration.intensityCurve.map { $0.squareRoot() }
                let curve = PiecewiseLinear(AmplitudeLine.expanded(roots.points)) ?? roots
                return Vibration(curve, vibration.sharpnessCurve, from: vibration.start, to: vibration.end)
            })
    }

    /// Says how far the written amplitudes exceed those of the drive signal; nothing if they do not.
    func losses(_ flattened: FlattenedPattern, _ format: String) -> [String] {
        let points = flattened.vibrations.flatMap(\.intensityCurve.points).map(\.value)
        let weakest = (flattened.taps.map(\.intensity) + points).filter { $0 > 0 }.min()
        guard self == .linear, let weakest, weakest < 1 else { return [] }
        let gain = shown((-20 * log10(weakest)).rounded(decimals: 1))
        let jnd = NoticeableDifference.words(NoticeableDifference.between(intensity: weakest, weakest.squareRoot()))
        return [
            "\(format) with the linear law moves more than the pattern's drive signal: by \(gain) dB (\(jnd)) at intensity "
                + "\(shown(weakest.rounded(decimals: 3)))"
        ]
    }
}

import Glibc
import ThudCore
import ThudPatterns

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

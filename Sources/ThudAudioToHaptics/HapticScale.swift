import Glibc
import ThudPatterns

/// Maps levels to intensity and spectral centroids to sharpness.
struct HapticScale {
    private let fullLevel: Double
    private let range: ClosedRange<Double>

    /// The level of silence, 70 dB below full scale. A sound whose loudest window is softer is not amplified.
    private static let silence = 3e-4

    /// Creates the scale of a sound. ``TranscriptionOptions/Reference/loudest`` gives its strongest part intensity 1.
    init(_ envelope: SoundEnvelope, taps: [Double], _ options: TranscriptionOptions) {
        range = options.sharpness
        switch options.reference {
        case .fullScale: fullLevel = 1
        case .loudest:
            let loudest = (envelope.moments.map(\.level) + taps).max() ?? 0
            fullLevel = loudest >= Self.silence ? loudest : 1
        }
    }

    func intensity(_ level: Double) -> Double { min(1, (level / fullLevel).squareRoot()) }

    /// Returns the sharpness of a centroid in hertz, 0 to 1.
    func sharpness(_ centroid: Double) -> Double {
        let centroids = TranscriptionOptions.centroids
        let part = log2(centroid / centroids.lowerBound) / log2(centroids.upperBound / centroids.lowerBound)
        return range.lowerBound + min(max(part, 0), 1) * (range.upperBound - range.lowerBound)
    }

    /// Returns the envelope of a sound within its first `seconds`.
    func samples(of envelope: SoundEnvelope, within seconds: Double) -> [SoundSegment.Sample] {
        var sharpness = range.lowerBound
        return envelope.moments.compactMap { moment in
            guard moment.time >= 0, moment.time <= min(seconds, HapticLimits.latestStart) else { return nil }
            // Silence keeps the previous sharpness.
            sharpness = moment.centroid.map(self.sharpness) ?? sharpness
            return SoundSegment.Sample(time: moment.time, intensity: intensity(moment.level), sharpness: sharpness)
        }
    }
}

import Glibc
import ThudPatterns

/// Maps levels to intensity and spectral centroids to sharpness.
struct HapticScale {
    private let fullLevel: Double

    /// The level of silence, 70 dB below full scale. A sound whose loudest window is softer is not amplified.
    private static let silence = 3e-4

    /// Creates the scale of a sound. ``TranscriptionOptions/Reference/loudest`` gives its strongest part intensity 1.
    init(_ features: SoundFeatures, _ onsets: [Onset], _ options: TranscriptionOptions) {
        switch options.reference {
        case .fullScale: fullLevel = 1
        case .loudest:
            let levels = Self.levels(of: features, onsets.map(\.time))
            let loudest = max(levels.max() ?? 0, onsets.map(\.level).max() ?? 0)
            fullLevel = loudest >= Self.silence ? loudest : 1
        }
    }

    func intensity(_ level: Double) -> Double { min(1, (level / fullLevel).squareRoot()) }

    /// Returns the sharpness of a centroid in hertz, 0 to 1.
    func sharpness(_ centroid: Double) -> Double {
        let range = TranscriptionOptions.centroids
        return min(max(log2(centroid / range.lowerBound) / log2(range.upperBound / range.lowerBound), 0), 1)
    }

    /// Returns the envelope of a sound at each window within its first `seconds`.
    func envelope(of features: SoundFeatures, within seconds: Double, onsets: [Double]) -> [SoundSegment.Sample] {
        let levels = Self.levels(of: features, onsets)
        var sharpness = 0.0
        return zip(features.windows.indices, features.windows).compactMap { index, window in
            guard window.time >= 0, window.time <= min(seconds, HapticLimits.latestStart) else { return nil }
            // Silence keeps the previous sharpness.
            sharpness = Self.centroid(around: index, features).map(self.sharpness) ?? sharpness
            return SoundSegment.Sample(time: window.time, intensity: intensity(levels[index]), sharpness: sharpness)
        }
    }

    /// Returns the levels of all windows. A window before an onset may reach into it and be too loud, so it gets at
    /// most the level of the last window that ends before the onset. While a tap acts the level is 0.
    private static func levels(of features: SoundFeatures, _ onsets: [Double]) -> [Double] {
        var levels = features.windows.map(\.spectrum.level)
        let windows = features.windows
        let hops = features.length / features.hop
        var first = 0
        for onset in onsets {
            while first < windows.count, windows[first].time < onset { first += 1 }
            let start = max(first - hops / 2, 0)
            let before = start > 0 ? levels[start - 1] : 0
            for index in start..<max(start, first) { levels[index] = min(levels[index], before) }
            for index in first..<windows.count {
                guard windows[index].time < onset + HapticLimits.transientLength else { break }
                levels[index] = 0
            }
        }
        return levels
    }

    /// Returns the centroid of the five windows around one, in hertz, so that noise does not make the curve jitter.
    private static func centroid(around index: Int, _ features: SoundFeatures) -> Double? {
        var sum = SpectrumAnalyser.Spectrum()
        for window in features.windows[max(0, index - 2)...min(features.windows.count - 1, index + 2)] {
            sum.power += window.spectrum.power
            sum.weightedPower += window.spectrum.weightedPower
        }
        return sum.centroid
    }
}

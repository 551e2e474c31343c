import ThudCore

/// The settings of a transcription. The defaults suit effects of a few seconds.
package struct TranscriptionOptions: Hashable, Sendable {
    package enum Reference: String, CaseIterable, Hashable, Sendable {
        /// The loudest window of the sound, so that a quiet file is felt as strongly as a loud one.
        case loudest
        /// A sine at full scale, so that patterns of several sounds stay in proportion.
        case fullScale = "full-scale"
    }

    /// What a pattern consists of.
    package enum Parts: Hashable, Sendable { case tapsAndVibration, taps, vibration }

    /// The level that counts as intensity 1.
    package var reference: Reference
    /// What the pattern consists of. Without taps the vibration also follows the attacks.
    package var parts: Parts
    /// The permitted deviation of a curve from the envelope, in intensity or sharpness, 0.01 to 1. The default lies
    /// below what a finger notices: a fifth in intensity, and 18 % in frequency, which is 0.045 of sharpness.
    package let tolerance: Double
    /// The intensity below which nothing vibrates or taps, 0.01 to 1; 0.1 is 40 dB below intensity 1.
    package let quietest: Double
    /// How new a moment must be for an onset, 0.05 to 0.95. Smaller values find softer onsets, larger ones only hard
    /// ones.
    package let novelty: Double
    /// The most control points per second of the sound, 4 to 1,000. If more were needed, the tolerance grows.
    package let points: Double
    /// The shortest distance of two taps, in seconds, 0.03 to 10. Closer taps merge under a finger.
    package let gap: Double
    /// How long the envelope is averaged, in seconds, 0 to 1. The default covers a period of the lowest tones and of
    /// beats down to 20 Hz.
    package let smoothing: Double
    /// The sharpness of the lowest and the highest centroid, within 0 to 1.
    package let sharpness: ClosedRange<Double>
    /// The frequencies that count, in hertz; nil for all.
    package let band: ClosedRange<Double>?

    /// The spectral centroids of the lowest and the highest sharpness, in hertz; between them, it is linear in octaves.
    package static let centroids = 100.0...4_000.0

    package static let noveltyRange = 0.05...0.95
    package static let quietestRange = 0.01...1.0
    package static let toleranceRange = 0.01...1.0
    package static let pointsRange = 4.0...1_000
    private static let gapRange = 0.03...10.0
    private static let smoothingRange = 0.0...1.0
    package static let bandRange = 10.0...24_000

    /// Creates options. A value outside its range becomes the nearest one in it, and NaN becomes the default.
    package init(
        reference: Reference = .loudest, parts: Parts = .tapsAndVibration, tolerance: Double = 0.03,
        quietest: Double = 0.1, novelty: Double = 0.3, points: Double = 60, gap: Double = 0.03,
        smoothing: Double = 0.1, sharpness: ClosedRange<Double> = 0...1, band: ClosedRange<Double>? = nil
    ) {
        self.reference = reference
        self.parts = parts
        self.tolerance = Self.clamp(tolerance, to: Self.toleranceRange, default: 0.03)
        self.quietest = Self.clamp(quietest, to: Self.quietestRange, default: 0.1)
        self.novelty = Self.clamp(novelty, to: Self.noveltyRange, default: 0.3)
        self.points = Self.clamp(points, to: Self.pointsRange, default: 60)
        self.gap = Self.clamp(gap, to: Self.gapRange, default: 0.03)
        self.smoothing = Self.clamp(smoothing, to: Self.smoothingRange, default: 0.1)
        self.sharpness = sharpness.clamped(to: 0...1)
        self.band = band?.clamped(to: Self.bandRange)
    }

    private static func clamp(_ value: Double, to range: ClosedRange<Double>, default standard: Double) -> Double {
        value.isNaN ? standard : value.clamped(to: range)
    }
}

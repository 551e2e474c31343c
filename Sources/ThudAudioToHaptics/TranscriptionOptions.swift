/// How a sound becomes a pattern. The defaults suit effects of a few seconds.
public struct TranscriptionOptions: Hashable, Sendable {
    /// What counts as intensity 1.
    public enum Reference: String, CaseIterable, Hashable, Sendable {
        /// The loudest moment of the sound, so that a quiet file is felt as well as a loud one.
        case loudest
        /// A sine at full scale, so that patterns of several sounds stay in proportion.
        case fullScale = "full-scale"
    }

    /// What counts as intensity 1.
    public var reference: Reference

    /// How far a curve may stray from the envelope, in intensity or sharpness, 0.01 to 1. The default lies under what
    /// a finger notices: a fifth in intensity, 18 % in frequency, which is 0.045 of sharpness.
    public let tolerance: Double

    /// The intensity below which nothing vibrates or taps, 0.01 to 1; 0.1 stands 40 dB under intensity 1.
    public let quietest: Double

    /// The share of a moment's amplitude that must be new for an onset, above the share that is always new around it,
    /// 0.05 to 0.95: less finds softer onsets, more only hard ones. Where the same frequencies come back, at least half of
    /// the amplitude must be new. By the default an onset 30 dB under the loudest moment is not found.
    public let novelty: Double

    /// The spectral centroids of sharpness 0 and 1, in hertz; sharpness is linear in octaves between them.
    public static let centroids = 100.0...4_000.0

    /// Options; a value outside its range is taken as the nearest one, NaN as the default.
    public init(
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

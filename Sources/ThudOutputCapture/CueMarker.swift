import Glibc
import ThudCore

/// The sound that a cue carries in place of its own where cues come so close together that they overlap: 43 ms of
/// band-limited noise, another for each cue, so that one matched filter each finds them however they overlap.
///
/// The noise is pseudo-random and the same in every run. Two markers are nearly orthogonal: their normalised correlation is
/// below 0.2 at any shift.
package enum CueMarker {
    package static let count = 64
    /// How many frames a marker lasts.
    static let frames = 2_048
    /// The root mean square of as many markers as may overlap. Peaks of noise are 4.5 times as high, so that they stay below
    /// the knee of the engine's soft clipper, even where the policy makes a cue louder by a third.
    private static let loudness = 0.15
    private static let seed: UInt64 = 0x7468_7564

    /// The samples of a marker, 0 up to ``count``, from its first frame on.
    ///
    /// - Parameter overlapping: how many may sound at once; the more, the softer is each.
    package static func samples(_ number: Int, overlapping: Int) -> [Float] {
        var random = SeededGenerator(seed: seed &+ UInt64(number))
        var samples = [Float](repeating: 0, count: frames)
        let silence = BandPass.reach
        // The filter spreads the noise over the silence at both ends, which raises and lowers it gently.
        for index in silence..<frames - silence { samples[index] = Float(random.bell()) }
        samples = BandPass().applied(to: samples)
        let energy = DotProduct.of(samples.span, samples.span)
        let gain = loudness / (energy / Double(frames) * Double(overlapping)).squareRoot()
        return samples.map { Float(gain) * $0 }
    }
}

/// The band of the markers, 2 to 12 kHz: what any loudspeaker plays, and little of what music and actuators are made of.
///
/// A filter of finite length and linear phase (the window method: a sinc under a Hann window) that delays nothing.
struct BandPass {
    /// How many frames around a frame the filter weighs to each side.
    static let reach = 48
    /// The band as shares of the sample rate: 2 and 12 kHz at 48 kHz.
    private static let band = (2.0 / 48, 12.0 / 48)

    private let weights: [Float]

    init() {
        weights = (-Self.reach...Self.reach).map { distance in
            let window = 0.5 + 0.5 * cos(.pi * Double(distance) / Double(Self.reach + 1))
            func lowPass(_ edge: Double) -> Double {
                distance == 0 ? 2 * edge : sin(2 * .pi * edge * Double(distance)) / (.pi * Double(distance))
            }
            return Float(window * (lowPass(Self.band.1) - lowPass(Self.band.0)))
        }
    }

    /// The signal within the band, with every sample on the frame where it was.
    func applied(to samples: [Float]) -> [Float] {
        let silence = [Float](repeating: 0, count: Self.reach)
        let padded = silence + samples + silence
        return samples.indices.map { Float(DotProduct.of(weights.span, padded.span.extracting($0..<padded.count))) }
    }
}

import Glibc
import ThudCore

/// A sound that replaces a cue's own if cues are so close that they overlap. It is 43 ms of band-limited noise,
/// different for each cue, so that a matched filter finds each one despite the overlap.
///
/// The noise is the same in every run. Two markers have a normalised correlation below 0.2 at any shift.
package enum CueMarker {
    package static let count = 64
    static let frames = 2_048
    /// The root mean square of all markers that may overlap. Noise peaks are 4.5 times as high, so they stay below the
    /// knee of the engine's soft clipper, even if the policy makes a cue a third louder.
    private static let loudness = 0.15
    private static let seed: UInt64 = 0x7468_7564

    /// Returns the samples of a marker, 0 up to ``count``. The more may overlap, the softer is each.
    package static func samples(_ number: Int, overlapping: Int) -> [Float] {
        var random = SeededGenerator(seed: seed &+ UInt64(number))
        var samples = [Float](repeating: 0, count: frames)
        let silence = BandPass.reach
        // The filter spreads the noise into the silence at both ends, which fades it in and out.
        for index in silence..<frames - silence { samples[index] = Float(random.bell()) }
        samples = BandPass().applied(to: samples)
        let energy = DotProduct.of(samples.span, samples.span)
        let gain = loudness / (energy / Double(frames) * Double(overlapping)).squareRoot()
        return samples.map { Float(gain) * $0 }
    }
}

/// The band of the markers, 2 to 12 kHz. Every loudspeaker plays it, and music and actuators use it little.
///
/// A finite, linear-phase filter (the window method: a sinc under a Hann window) without delay.
struct BandPass {
    /// How many frames on each side of a frame the filter weighs.
    static let reach = 48
    /// The band as fractions of the sample rate: 2 and 12 kHz at 48 kHz.
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

    /// Returns the signal within the band; every sample stays on its frame.
    func applied(to samples: [Float]) -> [Float] {
        let silence = [Float](repeating: 0, count: Self.reach)
        let padded = silence + samples + silence
        return samples.indices.map { Float(DotProduct.of(weights.span, padded.span.extracting($0..<padded.count))) }
    }
}

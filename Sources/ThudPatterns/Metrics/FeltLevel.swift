import Glibc
import ThudCore

/// Measures how strongly a signal is felt, in dB: the energy of its strongest 200 ms, weighted by ``SkinSensitivity``.
///
/// The skin sums over about 200 ms (Verrillo 1965, "Temporal summation in vibrotactile sensitivity"). So a tap counts
/// less than an equal vibration, and silence around it changes nothing. A steady sine of 250 Hz at full scale is 0 dB.
struct FeltLevel {
    /// The time over which the skin sums, in seconds.
    private static let window = 0.2
    /// The lowest sample rate, in hertz, that holds everything felt: at 1 kHz the curve is already down by 100 dB.
    private static let lowestRate = 4_000.0
    /// How far the weighting filter reaches to each side, in seconds.
    private static let reach = 0.05

    /// Returns the level in dB; nil for silence.
    static func level(_ samples: [Float], sampleRate: Double) -> Double? {
        let factor = max(1, Int(sampleRate / lowestRate))
        let rate = sampleRate / Double(factor)
        let weighted = filtered(decimated(samples, by: factor), every: 1, by: weighting(rate: rate))
        let energy = strongest(weighted, count: max(1, Int(window * rate)))
        let full = window * rate / 2
        return energy > 0 ? 10 * log10(energy / full) : nil
    }

    /// Returns the samples at a lower rate. A sinc under a Blackman window, six output samples to each side,
    /// attenuates the frequencies that would alias onto the felt ones by 74 dB.
    private static func decimated(_ samples: [Float], by factor: Int) -> [Float] {
        let half = 6 * factor
        let sinc = (-half...half).map { offset -> Double in
            let turn = Double.pi * Double(offset) / Double(factor)
            let place = Double.pi * Double(offset) / Double(half)
            let window = 0.42 + 0.5 * cos(place) + 0.08 * cos(2 * place)
            return (offset == 0 ? 1 : sin(turn) / turn) * window / Double(factor)
        }
        return filtered(samples, every: factor, by: sinc)
    }

    /// Returns a symmetrical filter with the skin's gain at each frequency, from its cosine series.
    private static func weighting(rate: Double) -> [Double] {
        let half = Int(reach * rate)
        let bands = 512
        let gains = (0..<bands).map { SkinSensitivity.gain(at: (Double($0) + 0.5) * rate / 2 / Double(bands)) }
        let side = (0...half).map { offset -> Double in
            let turn = Double.pi * Double(offset) / Double(bands)
            let sum = gains.enumerated().reduce(0.0) { $0 + $1.element * cos(turn * (Double($1.offset) + 0.5)) }
            let fade = 0.5 + 0.5 * cos(.pi * Double(offset) / Double(half + 1))
            return sum / Double(bands) * fade
        }
        return side.reversed() + side.dropFirst()
    }

    /// Applies a symmetrical filter to the signal, with silence around it, at every `step`-th sample.
    private static func filtered(_ samples: [Float], every step: Int, by filter: [Double]) -> [Float] {
        let reach = filter.count / 2
        let weights = filter.map { Float($0) }
        return stride(from: -(reach / step) * step, to: samples.count + reach, by: step).map { middle in
            let first = max(0, middle - reach)
            let end = max(first, min(samples.count, middle + reach + 1))
            let under = weights.span.extracting(first - middle + reach..<end - middle + reach)
            return Float(DotProduct.of(samples.span.extracting(first..<end), under))
        }
    }

    /// Returns the largest energy of `count` successive samples.
    private static func strongest(_ samples: [Float], count: Int) -> Double {
        var sums = [0.0]
        sums.reserveCapacity(samples.count + 1)
        for sample in samples { sums.append((sums.last ?? 0) + Double(sample) * Double(sample)) }
        return sums.indices.reduce(0) { max($0, sums[$1] - sums[max(0, $1 - count)]) }
    }
}

/// How well the skin feels a vibration at a frequency: best at 250 Hz, less on either side.
public enum SkinSensitivity {
    /// Returns the threshold of the skin at a frequency in hertz, in dB, from the curve in MPEG's haptics coding
    /// (ISO/IEC 23090-31): `|50 (log10(f/550 + 6/11) / log10(6/11))^2| - 45`. It is lowest, -45 dB, at 250 Hz.
    public static func threshold(at frequency: Double) -> Double {
        let ratio = log10(max(frequency, 0) / 550 + 6.0 / 11) / log10(6.0 / 11)
        return 50 * ratio * ratio - 45
    }

    /// Returns how strongly a frequency in hertz counts: 1 at 250 Hz, and less as the threshold rises.
    public static func gain(at frequency: Double) -> Double { pow(10, -(threshold(at: frequency) + 45) / 20) }
}

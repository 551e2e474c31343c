import Glibc
import ThudCore

/// Turns a signal down around the places at which it would exceed full scale, so that its wave keeps its shape. A soft
/// clipper would bend the wave and add harmonics.
///
/// The gain looks ahead. It falls before the peak, stays as low as the peak needs and rises after it, each within 6
/// ms, on a curve whose slope is a ``BlackmanHarris`` window. A gain adds the spectrum of that curve around each
/// carrier, and at 700 Hz from a carrier it is more than 90 dB down.
enum PeakGain {
    /// The largest absolute sample of the output. A mix starts to bend its signal at 0.9, so a pattern alone plays as
    /// it was rendered. The ceiling is inaudibly lower, to leave room for rounding.
    static let ceiling: Float = 0.8999

    /// The time between two values of the gain, in seconds. The gain moves in straight lines between them.
    private static let step = 0.00025
    private static let reach = 12

    private static let weights = BlackmanHarris.weights(reach: reach)

    /// Turns samples down as needed. All other samples stay unchanged.
    static func apply(to samples: inout [Float], sampleRate: Double) {
        guard samples.contains(where: { abs($0) > ceiling }) else { return }
        let framesPerStep = step * sampleRate
        let count = Int((Double(samples.count) / framesPerStep).rounded(.up))
        let starts = (0...count).map { min(Int((Double($0) * framesPerStep).rounded(.up)), samples.count) }
        let needed = (0..<count).map { index -> Float in
            let peak = samples[starts[index]..<starts[index + 1]].reduce(0) { max($0, abs($1)) }
            return peak > ceiling ? ceiling / peak : 1
        }
        let gains = smoothed(needed)
        for index in 0..<count where gains[index] < 1 || gains[index + 1] < 1 {
            let slope = (gains[index + 1] - gains[index]) / Float(framesPerStep)
            for frame in starts[index]..<starts[index + 1] {
                let offset = Float(Double(frame) - Double(index) * framesPerStep)
                samples[frame] *= gains[index] + slope * offset
            }
        }
    }

    /// Returns the gain at the start of each step and at the end of the last. Each is a mean of the lowest gains that
    /// the steps around it need, so it never exceeds the need of the two steps that meet there.
    private static func smoothed(_ needed: [Float]) -> [Float] {
        var least = [Float](repeating: 1, count: needed.count + 1)
        for (index, gain) in needed.enumerated() where gain < 1 {
            for near in max(0, index - reach)...min(needed.count, index + reach + 1) {
                least[near] = min(least[near], gain)
            }
        }
        // How far each step is below 1. Values beyond the ends repeat those at the ends, which may be peaks.
        let lacking = least.map { 1 - $0 }
        let padded =
            [Float](repeating: lacking[0], count: reach) + lacking
            + [Float](repeating: lacking[lacking.count - 1], count: reach)
        return least.indices.map { index in
            1 - Float(DotProduct.of(padded.span.extracting(index..<index + weights.count), weights.span))
        }
    }
}

/// The four-term Blackman-Harris window, whose spectrum is 92 dB down beyond four cycles per window (F. J. Harris
/// 1978, "On the use of windows for harmonic analysis with the discrete Fourier transform").
enum BlackmanHarris {
    private static let terms = [0.35875, 0.48829, 0.14128, 0.01168]

    /// Returns the weights of a mean over a value and the `reach` values on each side.
    static func weights(reach: Int) -> [Float] {
        let window = (-reach...reach).map { value(at: 0.5 + Double($0) / Double(2 * reach + 2)) }
        let sum = window.reduce(0, +)
        return window.map { Float($0 / sum) }
    }

    private static func value(at place: Double) -> Double {
        terms.indices.reduce(0.0) { sum, order in
            let sign: Double = order.isMultiple(of: 2) ? 1 : -1
            return sum + sign * terms[order] * cos(2 * .pi * Double(order) * place)
        }
    }
}

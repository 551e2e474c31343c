import Glibc
import ThudCore

/// Turns a signal down around the places at which it would leave the scale, so that its wave keeps its shape there. A soft
/// clipper would bend the wave and add harmonics.
///
/// The gain looks ahead: it falls before the peak, stays as low as the peak needs and rises after it, each within 6 ms, on a
/// curve whose slope is a ``BlackmanHarris`` window. What a gain adds to the spectrum is the spectrum of that curve around
/// each carrier, and 700 Hz from a carrier it lies more than 90 dB down.
enum PeakGain {
    /// The largest size of a sample that comes out: where a mix of its own begins to bend what it plays (0.9), so that a pattern
    /// by itself is played as it was rendered; below it by less than is heard, for what rounding adds.
    static let ceiling: Float = 0.8999

    /// Seconds between two values of the gain, which moves in straight lines from one to the next.
    private static let step = 0.00025

    /// How many steps the gain looks to each side.
    private static let reach = 12

    private static let weights: [Float] = {
        let window = (-reach...reach).map { offset in
            BlackmanHarris.value(at: 0.5 + Double(offset) / Double(2 * reach + 2))
        }
        let sum = window.reduce(0, +)
        return window.map { Float($0 / sum) }
    }()

    /// Turns samples down where they need it; elsewhere they stay as they are.
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

    /// The gain at the start of each step and at the end of the last: a mean of the least that the steps around it need, and
    /// so never more than the two steps need that meet there.
    private static func smoothed(_ needed: [Float]) -> [Float] {
        var least = [Float](repeating: 1, count: needed.count + 1)
        for (index, gain) in needed.enumerated() where gain < 1 {
            for near in max(0, index - reach)...min(needed.count, index + reach + 1) {
                least[near] = min(least[near], gain)
            }
        }
        // What each step lacks from 1; beyond the ends as at the ends, where a peak may stand.
        let lacking = least.map { 1 - $0 }
        let padded =
            [Float](repeating: lacking[0], count: reach) + lacking
            + [Float](repeating: lacking[lacking.count - 1], count: reach)
        return least.indices.map { index in
            1 - Float(DotProduct.of(padded.span.extracting(index..<index + weights.count), weights.span))
        }
    }
}

/// The Blackman-Harris window of four terms, whose spectrum lies 92 dB down beyond four cycles a window (F. J. Harris 1978,
/// "On the use of windows for harmonic analysis with the discrete Fourier transform").
enum BlackmanHarris {
    private static let terms = [0.35875, 0.48829, 0.14128, 0.01168]

    /// The window at a place from 0 to 1.
    static func value(at place: Double) -> Double {
        terms.indices.reduce(0.0) { sum, order in
            let sign: Double = order.isMultiple(of: 2) ? 1 : -1
            return sum + sign * terms[order] * cos(2 * .pi * Double(order) * place)
        }
    }
}

import Glibc
import ThudCore
import ThudPatterns

/// The movement that the curve and the wavelet bands of one channel draw together, and the vibration that is felt of it.
///
/// A vibration here has an amplitude and a frequency over time. They are measured under a triangular window of 16 ms: the
/// amplitude is that of the sine with the same root mean square, and the frequency is that of the sine that changes as much
/// from sample to sample, which for a mixture is the root mean square of its frequencies.
struct MPEGWaveform {
    /// Samples a second, as many as MPEG's synthesizer makes unless told otherwise.
    static let rate = 8_000.0

    /// From this amplitude on, half of the smallest one that a `.hmpg` file tells from 0, something is felt.
    private static let silence = 0.002

    /// Half the window, in samples.
    private static let reach = 64

    /// The least distance of two windows, in samples: 4 ms.
    private static let leastHop = 32

    /// The most windows.
    private static let mostWindows = 6_000

    /// How far a curve of intensity or sharpness may be from what was measured.
    private static let tolerance = 0.01

    /// What is added, each from a sample on that counts from the start of the pattern.
    private var parts: [(start: Int, samples: [Double])] = []

    /// From the first sample that there is to the end of the last one.
    private var span: Range<Int> {
        let first = parts.map(\.start).min() ?? 0
        return first..<(parts.map { $0.start + $0.samples.count }.max() ?? first)
    }

    /// How many samples there are from the first to the last one.
    var count: Int { span.count }

    /// Adds samples that begin at a time in seconds.
    mutating func add(_ samples: [Double], at time: Double) {
        parts.append((Int((time * Self.rate).rounded()), samples))
    }

    /// The vibration that is felt, with its amplitude multiplied by a level; nil where nothing is felt. `loudest` is the
    /// highest amplitude as a part of the full one, beyond which the vibration does not go.
    func vibration(level: Double) -> (vibration: Vibration, loudest: Double)? {
        let windows = windows(level)
        guard let from = windows.firstIndex(where: { $0.amplitude > Self.silence }),
            let to = windows.lastIndex(where: { $0.amplitude > Self.silence }), from < to
        else { return nil }
        let felt = windows[from...to]
        var sharpness = HJIFFile.sharpness(hertz: felt[from].hertz)
        let intensities = felt.map { window in
            let part = min(window.amplitude / HJIFFile.waveAmplitude, 1)
            return PiecewiseLinear.Point(time: window.time, value: part.squareRoot())
        }
        let sharpnesses = felt.map { window in
            if window.amplitude > Self.silence { sharpness = HJIFFile.sharpness(hertz: window.hertz) }
            return PiecewiseLinear.Point(time: window.time, value: sharpness)
        }
        guard let strength = Self.fitted(intensities), let shift = Self.fitted(sharpnesses) else { return nil }
        let loudest = felt.map(\.amplitude).max() ?? 0
        return (
            Vibration(strength, shift, from: felt[from].time, to: felt[to].time), loudest / HJIFFile.waveAmplitude
        )
    }

    private static func fitted(_ points: [PiecewiseLinear.Point]) -> PiecewiseLinear? {
        PiecewiseLinear(fitting: points, tolerance: tolerance, within: 0...1, decimals: 6)
    }

    private struct Window {
        /// Seconds.
        let time: Double
        let amplitude: Double
        let hertz: Double
    }

    /// What is felt in each window; the first and the last reach half beyond the samples.
    private func windows(_ level: Double) -> [Window] {
        let first = span.lowerBound
        var sum = [Double](repeating: 0, count: count)
        for part in parts {
            for (index, value) in part.samples.enumerated() { sum[part.start - first + index] += value }
        }
        // MPEG's synthesizer lets no sample exceed 1 before the gain.
        let moved = sum.map { min(max($0, -1), 1) }
        let hop = max(Self.leastHop, moved.count / Self.mostWindows)
        let count = moved.count / hop + 2
        return (0..<count).map { index in
            let middle = index * hop
            var (power, change, weights) = (0.0, 0.0, 0.0)
            for offset in -Self.reach..<Self.reach {
                let weight = Self.shape[offset + Self.reach]
                weights += weight
                let place = middle + offset
                guard moved.indices.contains(place) else { continue }
                let step = moved[place] - (place > 0 ? moved[place - 1] : 0)
                power += weight * moved[place] * moved[place]
                change += weight * step * step
            }
            // The steps of a sine of frequency f have 2 sin(pi f / rate) times its size.
            let ratio = power > 0 ? (change / power).squareRoot() / 2 : 0
            return Window(
                time: (Double(first + middle) / Self.rate).wholeMicroseconds,
                amplitude: abs(level) * (2 * power / weights).squareRoot(),
                hertz: Self.rate / .pi * asin(min(ratio, 1)))
        }
    }

    private static let shape = (0..<2 * reach).map { index in
        let part = (Double(index) + 0.5) / Double(2 * reach)
        return 1 - abs(2 * part - 1)
    }
}

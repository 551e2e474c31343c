import Glibc
import ThudCore

/// The combined movement of the curve and wavelet bands in one channel, and the vibration that is felt.
/// A vibration has an amplitude and a frequency over time, which are measured under a triangular window of 16 ms. The
/// amplitude is that of a sine with the same root mean square. The frequency is that of a sine that changes as much
/// from sample to sample, which for a mixture is the root mean square of its frequencies.
struct MPEGWaveform {
    /// The sample rate in hertz, the default of MPEG's synthesizer.
    static let rate = 8_000.0

    /// The amplitude above which something is felt: half of the smallest non-zero one in a `.hmpg` file.
    private static let silence = 0.002
    /// Half the window, in samples.
    private static let reach = 64
    /// The least distance of two windows, in samples: 4 ms.
    private static let leastHop = 32
    private static let mostWindows = 6_000
    /// The error of a fitted curve of intensity or sharpness.
    private static let tolerance = 0.01

    /// The added parts, each with its first sample counted from the start of the pattern.
    private var parts: [(start: Int, samples: [Double])] = []

    private var span: Range<Int> {
        let first = parts.map(\.start).min() ?? 0
        return first..<(parts.map { $0.start + $0.samples.count }.max() ?? first)
    }

    var count: Int { span.count }

    mutating func add(_ samples: [Double], at time: Double) {
        parts.append((Int((time * Self.rate).rounded()), samples))
    }

    /// Returns the felt vibration with its amplitude multiplied by a level; nil if nothing is felt. `loudest` is the
    /// highest amplitude relative to full, to which the vibration is limited.
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
        return (Vibration(strength, shift, from: felt[from].time, to: felt[to].time), loudest / HJIFFile.waveAmplitude)
    }

    private static func fitted(_ points: [PiecewiseLinear.Point]) -> PiecewiseLinear? {
        PiecewiseLinear(fitting: points, tolerance: tolerance, decimals: 6)
    }

    private struct Window {
        let time: Double
        let amplitude: Double
        let hertz: Double
    }

    /// Measures each window; the first and last reach beyond the samples by half.
    private func windows(_ level: Double) -> [Window] {
        let first = span.lowerBound
        var sum = [Double](repeating: 0, count: count)
        for part in parts {
            for (index, value) in part.samples.enumerated() { sum[part.start - first + index] += value }
        }
        // MPEG's synthesizer clips samples at 1 before the gain. A spline through absurdly high keyframes may overflow
        // to NaN, which becomes 1 in this order of arguments.
        let moved = sum.map { max(min(1, $0), -1) }
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
            // The sample-to-sample steps of a sine of frequency f are 2 sin(pi f / rate) times its size.
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

import Glibc

/// The discrete Fourier transform of a power of two of complex values, in place, by Cooley and Tukey's algorithm.
/// Each lane of a vector holds every fourth value. The lanes are transformed at once in steps of radix 2, and one step
/// of radix 4 joins them. Everything that does not depend on the values is computed once, when the transform is
/// created.
public struct FourierTransform: Sendable {
    /// How many values are transformed.
    public let size: Int
    /// For each vector, the one that a mirrored index puts in its place.
    private let order: [Int]
    /// The factors of all steps in the order of their use: those of half a block of 1, 2, 4 and so on vectors.
    private let factors: [(cosine: Float, sine: Float)]
    /// The factors that join the lanes.
    private let joints: [(cosine: Lanes, sine: Lanes)]

    private typealias Lanes = SIMD4<Float>

    /// Creates a transform for the smallest power of two that is at least `minimum` and at least 4.
    public init(atLeast minimum: Int) {
        var size = 4
        while size < minimum { size *= 2 }
        self.size = size
        let count = size / 4
        let bits = count.trailingZeroBitCount
        order = (0..<count).map { index in (0..<bits).reduce(0) { $0 | (index >> $1 & 1) << (bits - 1 - $1) } }
        factors = (0..<bits).flatMap { bit in
            (0..<1 << bit).map { index in
                let angle = -Double.pi * Double(index) / Double(1 << bit)
                return (Float(cos(angle)), Float(sin(angle)))
            }
        }
        let step = -2 * Double.pi / Double(size)
        joints = (0..<count).map { index in
            let angles = (0..<4).map { step * Double(index * $0) }
            return (Lanes(angles.map { Float(cos($0)) }), Lanes(angles.map { Float(sin($0)) }))
        }
    }

    /// Transforms the values `real[k] + i imaginary[k]` in place.
    ///
    /// - Precondition: Both arrays have ``size`` elements.
    public func transform(_ real: inout [Float], _ imaginary: inout [Float]) {
        precondition(real.count == size && imaginary.count == size, "the transform is of another size")
        var lanes = order.map { Self.lanes(real, 4 * $0) }
        var imaginaryLanes = order.map { Self.lanes(imaginary, 4 * $0) }
        transform(&lanes, &imaginaryLanes)
        var real = real.mutableSpan
        var imaginary = imaginary.mutableSpan
        let count = order.count
        for index in 0..<count {
            let (cosine, sine) = joints[index]
            let x = lanes[index] * cosine - imaginaryLanes[index] * sine
            let y = lanes[index] * sine + imaginaryLanes[index] * cosine
            // Of lanes 0 and 2, and of lanes 1 and 3: the sums and the differences.
            let (sumX, sumY) = (x.lowHalf + x.highHalf, y.lowHalf + y.highHalf)
            let (restX, restY) = (x.lowHalf - x.highHalf, y.lowHalf - y.highHalf)
            (real[index], imaginary[index]) = (sumX[0] + sumX[1], sumY[0] + sumY[1])
            (real[index + count], imaginary[index + count]) = (restX[0] + restY[1], restY[0] - restX[1])
            (real[index + 2 * count], imaginary[index + 2 * count]) = (sumX[0] - sumX[1], sumY[0] - sumY[1])
            (real[index + 3 * count], imaginary[index + 3 * count]) = (restX[0] - restY[1], restY[0] + restX[1])
        }
    }

    private static func lanes(_ values: [Float], _ first: Int) -> Lanes {
        Lanes(values[first], values[first + 1], values[first + 2], values[first + 3])
    }

    private func transform(_ real: inout [Lanes], _ imaginary: inout [Lanes]) {
        var real = real.mutableSpan
        var imaginary = imaginary.mutableSpan
        let factors = factors.span
        var half = 1
        while half < real.count {
            var block = 0
            while block < real.count {
                for offset in 0..<half {
                    let (low, high) = (block + offset, block + offset + half)
                    let (cosine, sine) = factors[half - 1 + offset]
                    let turnedReal = real[high] * cosine - imaginary[high] * sine
                    let turnedImaginary = real[high] * sine + imaginary[high] * cosine
                    (real[high], imaginary[high]) = (real[low] - turnedReal, imaginary[low] - turnedImaginary)
                    (real[low], imaginary[low]) = (real[low] + turnedReal, imaginary[low] + turnedImaginary)
                }
                block += 2 * half
            }
            half *= 2
        }
    }
}

/// The power of a signal by frequency, summed over frames of about 0.2 s, so that its cost is linear in its length.
///
/// Frames overlap by half under a sine window, whose squares add up to 1, so every moment counts equally.
struct PowerSpectrum {
    /// The power in each band, from 0 Hz to half the sample rate.
    private(set) var powers: [Double]
    private let bandwidth: Double

    init(_ samples: [Float], sampleRate: Double) {
        let transform = FourierTransform(atLeast: max(1024, Int((sampleRate / 6).rounded(.up))))
        let size = transform.size
        bandwidth = sampleRate / Double(size)
        powers = [Double](repeating: 0, count: size / 2)
        let window = (0..<size).map { Float(sin(.pi * (Double($0) + 0.5) / Double(size))) }
        var real = [Float](repeating: 0, count: size)
        var imaginary = real
        // Each transform handles two frames, one as its real and one as its imaginary part.
        for start in stride(from: -size / 2, to: samples.count, by: size) {
            let isSilent = !samples[max(0, start)..<min(samples.count, start + size + size / 2)].contains { $0 != 0 }
            if isSilent { continue }
            Self.fill(&real, with: samples, from: start, window)
            Self.fill(&imaginary, with: samples, from: start + size / 2, window)
            transform.transform(&real, &imaginary)
            for band in 1..<size / 2 {
                powers[band] += Self.power(real[band], imaginary[band])
                powers[band] += Self.power(real[size - band], imaginary[size - band])
            }
        }
    }

    /// The mean frequency weighted by power, in hertz; nil for silence.
    var centroid: Double? {
        let sum = powers.reduce(0, +)
        guard sum > 0 else { return nil }
        return powers.indices.reduce(0) { $0 + powers[$1] * Double($1) } * bandwidth / sum
    }

    private static func power(_ real: Float, _ imaginary: Float) -> Double {
        Double(real * real + imaginary * imaginary)
    }

    /// Fills one frame under its window, with silence beyond the samples.
    private static func fill(_ frame: inout [Float], with samples: [Float], from start: Int, _ window: [Float]) {
        for index in frame.indices {
            let place = start + index
            frame[index] = samples.indices.contains(place) ? samples[place] * window[index] : 0
        }
    }
}

import Glibc

/// The discrete Fourier transform of a power of two of complex values, in place, by Cooley and Tukey's radix-2
/// algorithm. Everything that does not depend on the values is computed once, when the transform is created.
public struct FourierTransform: Sendable {
    /// How many values are transformed.
    public let size: Int
    private let swaps: [(Int, Int)]
    private let cosines: [Float]
    private let sines: [Float]

    /// Creates a transform for the smallest power of two that is at least `minimum` and at least 4.
    public init(atLeast minimum: Int) {
        var size = 4
        while size < minimum { size *= 2 }
        self.size = size
        let bits = size.trailingZeroBitCount
        swaps = (0..<size).compactMap { index in
            let mirrored = (0..<bits).reduce(0) { $0 | (index >> $1 & 1) << (bits - 1 - $1) }
            return index < mirrored ? (index, mirrored) : nil
        }
        let step = -2 * Double.pi / Double(size)
        cosines = (0..<size / 2).map { Float(cos(step * Double($0))) }
        sines = (0..<size / 2).map { Float(sin(step * Double($0))) }
    }

    /// Transforms the values `real[k] + i imaginary[k]` in place.
    ///
    /// - Precondition: Both arrays have ``size`` elements.
    public func transform(_ real: inout [Float], _ imaginary: inout [Float]) {
        precondition(real.count == size && imaginary.count == size, "the transform is of another size")
        for (one, other) in swaps {
            real.swapAt(one, other)
            imaginary.swapAt(one, other)
        }
        var real = real.mutableSpan
        var imaginary = imaginary.mutableSpan
        let (cosines, sines) = (cosines.span, sines.span)
        var half = 1
        while half < size {
            let stride = size / (2 * half)
            var block = 0
            while block < size {
                for offset in 0..<half {
                    let (low, high) = (block + offset, block + offset + half)
                    let (cosine, sine) = (cosines[offset * stride], sines[offset * stride])
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

import Glibc

/// The discrete Fourier transform of a power of two of complex values, in place: Cooley and Tukey's radix 2, with what
/// does not depend on the values worked out once.
public struct FourierTransform: Sendable {
    /// How many values are transformed.
    public let size: Int

    private let swaps: [(Int, Int)]
    private let cosines: [Float]
    private let sines: [Float]

    /// The transform of the smallest power of two of values that is at least `minimum` and 4.
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

    /// Transforms the values `real[k] + i imaginary[k]`.
    ///
    /// - Precondition: there are ``size`` of each.
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

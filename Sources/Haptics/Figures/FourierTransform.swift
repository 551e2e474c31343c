import Glibc

/// The fast Fourier transform of a power of two of complex numbers, in place, by Cooley and Tukey's halving.
struct FourierTransform {
    private let size: Int
    private let cosines: [Double]
    private let sines: [Double]
    private let places: [Int]

    /// A transform; `size` is a power of two, at least 2.
    init(size: Int) {
        self.size = size
        cosines = (0..<size / 2).map { cos(2 * .pi * Double($0) / Double(size)) }
        sines = (0..<size / 2).map { -sin(2 * .pi * Double($0) / Double(size)) }
        var places = [0]
        while places.count < size { places = places.map { 2 * $0 } + places.map { 2 * $0 + 1 } }
        self.places = places
    }

    /// Puts the spectrum in the place of `size` values.
    func apply(_ real: inout [Double], _ imaginary: inout [Double]) {
        for (index, place) in places.enumerated() where index < place {
            real.swapAt(index, place)
            imaginary.swapAt(index, place)
        }
        var half = 1
        while half < size {
            let stride = size / (2 * half)
            for block in Swift.stride(from: 0, to: size, by: 2 * half) {
                for offset in 0..<half {
                    let (low, high) = (block + offset, block + offset + half)
                    let (cosine, sine) = (cosines[offset * stride], sines[offset * stride])
                    let x = real[high] * cosine - imaginary[high] * sine
                    let y = real[high] * sine + imaginary[high] * cosine
                    (real[low], real[high]) = (real[low] + x, real[low] - x)
                    (imaginary[low], imaginary[high]) = (imaginary[low] + y, imaginary[low] - y)
                }
            }
            half *= 2
        }
    }
}

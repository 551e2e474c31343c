import Glibc

/// Root mean square of samples.
func rms(_ samples: [Float]) -> Double {
    samples.isEmpty ? 0 : (samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
}

/// The mean frequency weighted by power, in hertz, from a Fourier transform of all samples.
func centroid(_ samples: [Float], sampleRate: Double = 48_000) -> Double {
    var size = 1
    while size < samples.count { size *= 2 }
    let padded = samples.map { Complex(real: Double($0)) } + Array(repeating: Complex(), count: size - samples.count)
    let bins = transform(padded)
    var sum = 0.0
    var weighted = 0.0
    for bin in 1..<size / 2 {
        let power = bins[bin].real * bins[bin].real + bins[bin].imaginary * bins[bin].imaginary
        sum += power
        weighted += power * Double(bin) * sampleRate / Double(size)
    }
    return weighted / sum
}

private struct Complex {
    var real = 0.0
    var imaginary = 0.0
}

/// The fast Fourier transform of a power of two of values, by Cooley and Tukey's halving.
private func transform(_ values: [Complex]) -> [Complex] {
    let size = values.count
    guard size > 1 else { return values }
    let even = transform(stride(from: 0, to: size, by: 2).map { values[$0] })
    let odd = transform(stride(from: 1, to: size, by: 2).map { values[$0] })
    var result = values
    for index in 0..<size / 2 {
        let angle = -2 * .pi * Double(index) / Double(size)
        let (a, b) = (even[index], odd[index])
        let x = b.real * cos(angle) - b.imaginary * sin(angle)
        let y = b.real * sin(angle) + b.imaginary * cos(angle)
        result[index] = Complex(real: a.real + x, imaginary: a.imaginary + y)
        result[index + size / 2] = Complex(real: a.real - x, imaginary: a.imaginary - y)
    }
    return result
}

/// The power at one frequency, by Goertzel's recurrence.
func power(_ samples: [Float], at frequency: Double, sampleRate: Double) -> Double {
    let coefficient = 2 * cos(2 * .pi * frequency / sampleRate)
    var one = 0.0
    var two = 0.0
    for sample in samples {
        let next = Double(sample) + coefficient * one - two
        two = one
        one = next
    }
    return one * one + two * two - coefficient * one * two
}

/// The largest step between neighbouring samples.
func largestStep(_ samples: [Float]) -> Float {
    zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
}

/// Whether each value exceeds the one before.
func rises(_ values: [Double]) -> Bool { zip(values, values.dropFirst()).allSatisfy { $0 < $1 } }

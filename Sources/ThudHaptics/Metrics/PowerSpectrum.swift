import Glibc

/// The power of a signal by frequency, summed over frames of about 0.2 s, so that its cost grows no faster than the
/// signal.
///
/// Frames overlap by half under a sine window, whose squares add up to 1: every moment counts alike.
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
        // Two frames a transform, one as its real and one as its imaginary part.
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

    /// The mean frequency by power, in hertz; nil for silence.
    var centroid: Double? {
        let sum = powers.reduce(0, +)
        guard sum > 0 else { return nil }
        return powers.indices.reduce(0) { $0 + powers[$1] * Double($1) } * bandwidth / sum
    }

    private static func power(_ real: Float, _ imaginary: Float) -> Double {
        Double(real * real + imaginary * imaginary)
    }

    /// One frame under its window, with silence where there are no samples.
    private static func fill(_ frame: inout [Float], with samples: [Float], from start: Int, _ window: [Float]) {
        for index in frame.indices {
            let place = start + index
            frame[index] = samples.indices.contains(place) ? samples[place] * window[index] : 0
        }
    }
}

import Glibc
import ThudPatterns

/// Measures level and centroid of pieces of a sound under one window.
/// Two real channels share one complex transform: for `Z = L + iR`, the powers of both in bin `k` add up to `|L|^2 +
/// |R|^2 = (|Z[k]|^2 + |Z[size - k]|^2) / 2`.
struct SpectrumAnalyser {
    struct Spectrum {
        /// The amplitude of a sine of the same energy, linear, averaged over the channels; 1 is full scale.
        var level = 0.0
        /// The power, and the power times the frequency in hertz for the centroid. Both may be summed over pieces.
        var power = 0.0
        var weightedPower = 0.0

        /// The mean frequency weighted by power, in hertz (Peeters 2004, "A large set of audio features for sound
        /// description", 6.1.1); nil for silence.
        var centroid: Double? { power > 0 ? weightedPower / power : nil }
    }

    /// The magnitude of each frequency in the last piece, on the scale of ``Spectrum/level``.
    private(set) var magnitudes: [Float]
    private let sound: AnalysedSound
    private let window: [Float]
    private let fourier: FourierTransform
    private let scale: Float
    private var real: [Float]
    private var imaginary: [Float]

    /// The amplitude below which samples count as silence, 100 dB below full scale.
    static let silence: Float = 1e-5

    /// Creates an analyser of a sound under a window of at least one weight.
    init(_ sound: AnalysedSound, window: [Float]) {
        self.sound = sound
        self.window = window
        fourier = FourierTransform(atLeast: window.count)
        // By Parseval's theorem, the amplitude of a sine is the root of 4 sum |X|^2 / (size sum w^2).
        let energy = window.reduce(0) { $0 + $1 * $1 }
        scale = 4 / (Float(fourier.size) * energy * Float(sound.channelCount))
        magnitudes = [Float](repeating: 0, count: fourier.size / 2)
        real = [Float](repeating: 0, count: fourier.size)
        imaginary = real
    }

    /// The values that one transform takes; zeros follow the window.
    var size: Int { fourier.size }

    static func hann(_ length: Int) -> [Float] {
        let step = 2 * Double.pi / Double(length)
        return (0..<length).map { index in Float(0.5 - 0.5 * cos(step * (Double(index) + 0.5))) }
    }

    /// Returns the spectrum of the piece that begins with sample `start`, which may lie outside the sound.
    mutating func analyse(from start: Int) -> Spectrum {
        for bin in magnitudes.indices { magnitudes[bin] = 0 }
        var isSilent = true
        for pair in stride(from: 0, to: sound.channelCount, by: 2) {
            sound.read(channel: pair, from: start, weights: window, into: &real)
            sound.read(channel: pair + 1, from: start, weights: window, into: &imaginary)
            guard isHeard(real) || isHeard(imaginary) else { continue }
            isSilent = false
            fourier.transform(&real, &imaginary)
            for bin in 1..<magnitudes.count { magnitudes[bin] += power(at: bin) }
        }
        return isSilent ? Spectrum() : finish()
    }

    private func isHeard(_ samples: [Float]) -> Bool { samples.contains { abs($0) >= Self.silence } }

    private func power(at bin: Int) -> Float {
        let mirror = fourier.size - bin
        return
            (real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
            + real[mirror] * real[mirror] + imaginary[mirror] * imaginary[mirror]) / 2
    }

    private mutating func finish() -> Spectrum {
        var spectrum = Spectrum()
        for bin in 1..<magnitudes.count {
            let power = magnitudes[bin] * scale
            magnitudes[bin] = power.squareRoot()
            spectrum.power += Double(power)
            spectrum.weightedPower += Double(power) * Double(bin)
        }
        spectrum.weightedPower *= sound.sampleRate / Double(fourier.size)
        spectrum.level = spectrum.power.squareRoot()
        return spectrum
    }
}

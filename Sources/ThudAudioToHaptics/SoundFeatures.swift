import Glibc
import ThudCore

/// The loudness, brightness and novelty of a sound, 200 times a second.
struct SoundFeatures {
    struct Window {
        /// The middle of the window, in seconds, rounded to the microsecond; may lie outside the sound.
        let time: Double
        let spectrum: SpectrumAnalyser.Spectrum
        /// The amplitude that was not in earlier windows, on the scale of the level: see ``SpectrumMemory``.
        let novelty: Double
    }

    /// All windows, in order, ``hop`` samples apart. The first and the last lie outside the sound.
    let windows: [Window]
    /// Samples from one window to the next: 5 ms.
    let hop: Int
    /// Samples under the window: 20 ms, short enough to separate two taps.
    let length: Int

    init(of sound: AnalysedSound) {
        let hop = max(1, Int((0.005 * sound.sampleRate).rounded()))
        let length = 4 * hop
        self.hop = hop
        self.length = length
        var analyser = SpectrumAnalyser(sound, window: Self.hann(length))
        var memory = SpectrumMemory(bins: analyser.magnitudes.count, length: length)
        windows = (0...(sound.count + length) / hop + 1).map { index in
            let spectrum = analyser.analyse(from: index * hop - length)
            let novelty = memory.novelty(of: analyser.magnitudes)
            let middle = Double(index * hop - length / 2) / sound.sampleRate
            return Window(time: middle.wholeMicroseconds, spectrum: spectrum, novelty: novelty)
        }
    }

    private static func hann(_ length: Int) -> [Float] {
        (0..<length).map { Float(0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(length))) }
    }
}

/// The spectra of the last windows, with which the next one is compared for novelty. This is the half-wave rectified
/// spectral flux (Bello et al. 2005, "A tutorial on onset detection in music signals"; Dixon 2006, "Onset detection
/// revisited") with the maximum filter of Böck and Widmer 2013, "Maximum filter vibrato suppression for onset
/// detection", along both axes. Along frequency it keeps a gliding tone from counting as new; along time, recurring
/// sound: the pulses of a tone with a period longer than the window, and the beats of a chord.
struct SpectrumMemory {
    /// The age in windows at which the memory begins: 10 ms, half a window.
    private static let lag = 2
    /// The age in windows at which the memory ends: 55 ms. With the window length this covers pulses at 20 Hz.
    private static let reach = 11

    /// The number of bins on each side into which a tone spreads under the window.
    private let spread: Int
    /// The spectra of the last ``reach`` windows; each bin holds the largest of its neighbours.
    private var spectra: [[Float]]
    private var next = 0

    /// Creates a silent memory for spectra of `bins` bins under a Hann window of `length` of `2 * bins` samples.
    init(bins: Int, length: Int) {
        spread = max(1, 4 * bins / length)
        spectra = [[Float]](repeating: [Float](repeating: 0, count: bins), count: Self.reach)
    }

    /// Returns the amplitude by which the next window's magnitudes exceed the remembered ones. Then remembers them.
    mutating func novelty(of magnitudes: [Float]) -> Double {
        let before = largest()
        var sum: Float = 0
        for bin in 1..<magnitudes.count {
            let rise = max(0, magnitudes[bin] - before[bin])
            sum += rise * rise
        }
        spectra[next] = spreading(magnitudes)
        next = (next + 1) % Self.reach
        return Double(sum.squareRoot())
    }

    private func largest() -> [Float] {
        var largest = spectra[next]
        for age in Self.lag..<Self.reach {
            Self.raise(&largest, to: spectra[(next + Self.reach - age) % Self.reach], from: 0)
        }
        return largest
    }

    /// Returns for each magnitude the largest among its neighbours.
    private func spreading(_ magnitudes: [Float]) -> [Float] {
        let edge = [Float](repeating: 0, count: spread)
        let padded = edge + magnitudes + edge
        var largest = magnitudes
        for offset in 0...2 * spread { Self.raise(&largest, to: padded, from: offset) }
        return largest
    }

    /// Raises each value to its counterpart in `others`, counted from `offset`, if that is larger. The compiler can
    /// vectorise this form of the loop, which runs some fifteen times per window.
    private static func raise(_ values: inout [Float], to others: [Float], from offset: Int) {
        var values = values.mutableSpan
        let others = others.span.extracting(offset..<offset + values.count)
        for index in 0..<min(values.count, others.count) {
            let (value, other) = (values[index], others[index])
            values[index] = value < other ? other : value
        }
    }
}

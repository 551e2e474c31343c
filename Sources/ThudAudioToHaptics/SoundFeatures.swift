import Glibc

/// A sound, 200 times a second: how loud, how bright, and how much of it is new.
struct SoundFeatures {
    /// One moment.
    struct Moment {
        /// The middle of the window, in seconds, to the microsecond; may lie before the sound or after it.
        let time: Double
        /// Level and centroid.
        let spectrum: SpectrumAnalyser.Spectrum
        /// How much amplitude is new against the moments before, on the scale of the level: see ``SpectrumMemory``.
        let novelty: Double
    }

    /// All moments, in order, ``hop`` samples apart; the first and the last see nothing of the sound.
    let moments: [Moment]

    /// Samples from one moment to the next: 5 ms.
    let hop: Int

    /// Samples under the window: 20 ms, short enough to tell two taps apart.
    let length: Int

    init(of sound: AnalysedSound) {
        let hop = max(1, Int((0.005 * sound.sampleRate).rounded()))
        let length = 4 * hop
        self.hop = hop
        self.length = length
        var analyser = SpectrumAnalyser(sound, window: Self.hann(length))
        var memory = SpectrumMemory(bins: analyser.magnitudes.count, length: length)
        moments = (0...(sound.count + length) / hop + 1).map { index in
            let spectrum = analyser.analyse(from: index * hop - length)
            let novelty = memory.novelty(of: analyser.magnitudes)
            let middle = Double(index * hop - length / 2) / sound.sampleRate
            return Moment(time: microseconds(middle), spectrum: spectrum, novelty: novelty)
        }
    }

    private static func hann(_ length: Int) -> [Float] {
        (0..<length).map { Float(0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(length))) }
    }
}

/// Seconds to the microsecond, which no sample rate needs finer, so that a written pattern has short numbers.
func microseconds(_ seconds: Double) -> Double { (seconds * 1e6).rounded() / 1e6 }

import ThudCore

/// The loudness and brightness of a sound, 200 times a second.
struct SoundFeatures {
    struct Window {
        /// The middle of the window, in seconds, rounded to the microsecond; may lie outside the sound.
        let time: Double
        let spectrum: SpectrumAnalyser.Spectrum
        /// The largest magnitude of the ``hop`` before the middle.
        let peak: Double
    }

    /// All windows, in order, ``hop`` samples apart. The first and the last lie outside the sound.
    let windows: [Window]
    /// Samples from one window to the next: 5 ms.
    let hop: Int
    /// Samples under the window: 20 ms, short enough to separate two taps.
    let length: Int

    init<Stop>(of sound: AnalysedSound, checkpoint: () throws(Stop) -> Void) throws(Stop) {
        let hop = max(1, Int((0.005 * sound.sampleRate).rounded()))
        let length = 4 * hop
        self.hop = hop
        self.length = length
        var analyser = SpectrumAnalyser(sound, window: SpectrumAnalyser.hann(length))
        windows = try (0...(sound.count + length) / hop + 1).map { index throws(Stop) in
            try checkpoint()
            let middle = index * hop - length / 2
            let before = (middle - hop..<middle).clamped(to: 0..<sound.count)
            return Window(
                time: (Double(middle) / sound.sampleRate).wholeMicroseconds,
                spectrum: analyser.analyse(from: middle - length / 2),
                peak: Double(sound.magnitudes(before).max() ?? 0))
        }
    }

    var loudest: Double { windows.map(\.spectrum.level).max() ?? 0 }
}

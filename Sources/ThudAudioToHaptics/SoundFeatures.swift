import ThudCore

/// The loudness and brightness of a sound, 200 times a second.
struct SoundFeatures {
    struct Window {
        /// The middle of the window, in seconds, rounded to the microsecond; may lie outside the sound.
        let time: Double
        let spectrum: SpectrumAnalyser.Spectrum
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
        var analyser = SpectrumAnalyser(sound, window: SpectrumAnalyser.hann(length))
        windows = (0...(sound.count + length) / hop + 1).map { index in
            let middle = Double(index * hop - length / 2) / sound.sampleRate
            return Window(time: middle.wholeMicroseconds, spectrum: analyser.analyse(from: index * hop - length))
        }
    }

    /// The level of the loudest window.
    var loudest: Double { windows.map(\.spectrum.level).max() ?? 0 }

    /// Returns the level of the window whose middle is nearest to a sample.
    func level(at sample: Int) -> Double {
        let index = (sample + length / 2 + hop / 2) / hop
        return windows[min(max(index, 0), windows.count - 1)].spectrum.level
    }
}

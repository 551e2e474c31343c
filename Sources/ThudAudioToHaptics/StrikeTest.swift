/// Tells a strike from the fluctuation of noise, both of which double the amplitude within milliseconds. A strike is
/// new in many bands at once. Noise of a narrow band, such as a rumble, grows in that band alone.
struct StrikeTest {
    private var analyser: SpectrumAnalyser
    private let bands: LogBands
    private let length: Int
    private let windows: Int

    /// A band is heard if it is at most this far below the strongest, in decibels.
    private static let audible: Float = 40

    /// Creates a test that compares a strike with the seconds before it.
    init(_ sound: AnalysedSound, loudest: Double, before: Double) {
        // Windows of 12 ms overlap by half.
        windows = Int((before / 0.006).rounded()) - 1
        length = max(4, Int(0.012 * sound.sampleRate))
        analyser = SpectrumAnalyser(sound, window: SpectrumAnalyser.hann(length))
        bands = LogBands(
            perOctave: 6, in: 80...16_000, sampleRate: sound.sampleRate, size: analyser.size, floor: 0.0005 * loudest)
    }

    /// Returns the mean rise of the audible bands at a sample beyond the dead zone, in decibels; 0 if they are fewer
    /// than `least`.
    mutating func rise(at sample: Int, across least: Int = 1) -> Float {
        let after = levels(from: sample - length / 4)
        let before = (0..<windows).map { levels(from: sample - length - $0 * length / 2) }
        let threshold = max((after.max() ?? 0) - Self.audible, LogBands.deadZone)
        let heard = after.indices.filter { after[$0] >= threshold }
        guard heard.count >= least else { return 0 }
        let sum = heard.reduce(Float(0)) { sum, band in
            sum + LogBands.rise(of: after[band], over: before.reduce(0) { max($0, $1[band]) })
        }
        return sum / Float(max(heard.count, 1))
    }

    private mutating func levels(from start: Int) -> [Float] {
        _ = analyser.analyse(from: start)
        return bands.levels(of: analyser.magnitudes)
    }
}

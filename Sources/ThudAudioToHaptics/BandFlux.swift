import Glibc

/// How much of the spectrum is new, 200 times a second: the spectral flux of logarithmic bands with a maximum filter.
/// This is SuperFlux (Böck and Widmer 2013, "Maximum filter vibrato suppression for onset detection") with a memory
/// along time and a dead zone. A note plucked while the last one rings is new in the bands of its own partials.
///
/// The amplitude of a beat is nearly linear around its minimum. However slow the beat, its level is therefore at most
/// double, 6 dB above, the largest in a memory from 15 to 60 ms ago. A rise up to that is not new. The same memory
/// holds the fluctuation of noise, and the pulses of a tone whose period is longer than the window.
struct BandFlux {
    /// The mean rise beyond the dead zone over all bands, in decibels, for each hop. The window of the first is
    /// centred on the first sample.
    let values: [Float]
    /// The same 35 ms later against the same memory: the rise that lasts. The click of a tone that breaks off does
    /// not last.
    let lasting: [Float]
    /// Samples from one value to the next: 5 ms.
    let hop: Int

    /// The seconds under the window: enough to tell semitones apart above 500 Hz.
    private static let window = 0.046
    private static let perOctave = 24.0
    private static let range = 40.0...16_000
    /// The levels below this share of the loudest moment count as silence: -55 dB.
    private static let floor = 0.0018
    /// The ages between which the memory lies, in hops.
    private static let (youngest, oldest) = (3, 12)
    /// The hops after which a rise must last.
    private static let delay = 7

    /// Analyses a sound whose loudest moment has a level of `loudest`.
    init<Stop>(of sound: AnalysedSound, loudest: Double, checkpoint: () throws(Stop) -> Void) throws(Stop) {
        let hop = max(1, Int((0.005 * sound.sampleRate).rounded()))
        let length = max(4, Int(Self.window * sound.sampleRate))
        var analyser = SpectrumAnalyser(sound, window: SpectrumAnalyser.hann(length))
        let bands = LogBands(
            perOctave: Self.perOctave, in: Self.range, sampleRate: sound.sampleRate, size: analyser.size,
            floor: Self.floor * loudest)
        var memory = [[Float]](repeating: [Float](repeating: 0, count: bands.count), count: Self.oldest + Self.delay)
        self.hop = hop
        let rises = try (0...sound.count / hop + Self.delay).map { index throws(Stop) in
            try checkpoint()
            _ = analyser.analyse(from: index * hop - length / 2)
            let levels = bands.levels(of: analyser.magnitudes)
            let rise = Self.rise(of: levels, over: memory, at: index, aged: Self.youngest...Self.oldest)
            let late = Self.rise(
                of: levels, over: memory, at: index,
                aged: Self.youngest + Self.delay...Self.oldest + Self.delay)
            memory[index % memory.count] = Self.widened(levels)
            return (rise, late)
        }
        values = rises.dropLast(Self.delay).map(\.0)
        lasting = rises.dropFirst(Self.delay).map(\.1)
    }

    /// Returns the mean rise over the highest levels of an age.
    private static func rise(
        of levels: [Float], over memory: [[Float]], at index: Int, aged ages: ClosedRange<Int>
    ) -> Float {
        var highest = [Float](repeating: 0, count: levels.count)
        for age in ages {
            let older = memory[(index + memory.count - age) % memory.count]
            for band in highest.indices { highest[band] = max(highest[band], older[band]) }
        }
        let sum = zip(levels, highest).reduce(0) { $0 + LogBands.rise(of: $1.0, over: $1.1) }
        return levels.isEmpty ? 0 : sum / Float(levels.count)
    }

    /// Returns for each band the highest level among itself and its two neighbours.
    private static func widened(_ levels: [Float]) -> [Float] {
        levels.indices.map { band in
            max(levels[max(band - 1, 0)], levels[band], levels[min(band + 1, levels.count - 1)])
        }
    }
}

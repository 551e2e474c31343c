import Glibc

/// Tells noise from tones by the flatness of the spectrum: the geometric mean of the power of neighbouring bins as a
/// share of the arithmetic mean (Peeters 2004, 9.1). It is 0.56 for noise, and below 0.1 for chords, however rough.
struct NoiseTest {
    private var analyser: SpectrumAnalyser
    private let bins: Range<Int>
    private let cell: Int
    /// The flatness by the number of the cell.
    private var known: [Int: Float] = [:]

    /// The least length of a window in seconds, long enough to tell tones 15 Hz apart, and the time between two.
    private static let (length, interval) = (0.25, 0.25)
    /// The frequencies that are judged. They begin below the high ones, whose filter lets strong tones through.
    private static let range = 1_000.0...12_000
    /// The bins that are compared with each other, and the flatness from which on they are noise, and up to which they
    /// are tones with hardly any.
    private static let (group, noise, tone): (Int, Float, Float) = (64, 0.37, 0.2)

    init(_ sound: AnalysedSound) {
        let least = max(4, Int(Self.length * sound.sampleRate))
        var size = 4
        while size < least { size *= 2 }
        analyser = SpectrumAnalyser(sound, window: SpectrumAnalyser.hann(size))
        let bin = sound.sampleRate / Double(analyser.size)
        let top = min(Self.range.upperBound, 0.45 * sound.sampleRate)
        bins = Int(Self.range.lowerBound / bin)..<max(Int(Self.range.lowerBound / bin), Int(top / bin))
        cell = max(1, Int(Self.interval * sound.sampleRate))
    }

    mutating func isNoise(at sample: Int) -> Bool { flatness(of: sample / cell) >= Self.noise }

    mutating func isTone(at sample: Int) -> Bool { flatness(of: sample / cell) <= Self.tone }

    /// Returns the mean flatness of all groups in a cell, weighted by their power; 0 for silence.
    private mutating func flatness(of number: Int) -> Float {
        if let known = known[number] { return known }
        _ = analyser.analyse(from: number * cell + cell / 2 - analyser.size / 2)
        var (flat, total): (Float, Float) = (0, 0)
        for first in stride(from: bins.lowerBound, through: bins.upperBound - Self.group, by: Self.group) {
            let powers = analyser.magnitudes[first..<first + Self.group].map { $0 * $0 + 1e-20 }
            flat += exp(powers.reduce(0) { $0 + log($1) } / Float(Self.group))
            total += powers.reduce(0, +) / Float(Self.group)
        }
        let flatness = total > 0 ? flat / total : 0
        known[number] = flatness
        return flatness
    }
}

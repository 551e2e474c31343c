import Glibc
import ThudCore

@testable import ThudOutputCapture

/// A run of cues as the engine mixes and clips them; some are late or missing.
struct SimulatedRun {
    /// The expected position of each cue.
    var expected: [CueFinder.Expectation] = []
    /// The frame on which it begins; nil if it is missing.
    var places: [Int?] = []
    var samples: [Float] = []

    /// A chime of 0.4 s: two decaying notes, the second slightly later.
    static let chime: [Float] = (0..<19_200).map { index in
        let time = Double(index) / 48_000
        let first = exp(-time / 0.08) * sin(2 * .pi * 1318.5 * time)
        let later = time - 0.09
        let second = later < 0 ? 0 : exp(-later / 0.1) * min(1, later / 0.002) * sin(2 * .pi * 1760 * later)
        let end = min(1, (0.4 - time) / 0.02)
        return Float(min(1, time / 0.002) * end * (0.45 * first + 0.4 * second))
    }

    /// A decaying tone of 40 ms.
    static let tick: [Float] = (0..<1_920).map { index in
        let time = Double(index) / 48_000
        return Float(min(1, time / 0.001) * exp(-time / 0.01) * 0.7 * sin(2 * .pi * 880 * time))
    }

    /// - Parameters:
    ///   - sounds: the sounds of the cues, in turn.
    ///   - interval: the milliseconds between two cues, drawn for each.
    ///   - late: how many cues are 5 to 60 ms late.
    ///   - missing: how many cues are silent.
    ///   - noise: the amplitude of added white noise.
    ///   - music: the amplitude of an added chord.
    init(
        of sounds: [[Float]], count: Int, interval: ClosedRange<Double>, late: Int = 0, missing: Int = 0,
        noise: Float = 0.001, music: Float = 0, seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        let common = Double.random(in: -2...2, using: &random)
        var instant = 6_000.0
        let order = (0..<count).shuffled(using: &random)
        for index in 0..<count {
            let lateness = order.prefix(late).contains(index) ? Int.random(in: 240...2880, using: &random) : 0
            let isMissing = order.dropFirst(late).prefix(missing).contains(index)
            let frame = instant.rounded() + common + Double.random(in: -1...1, using: &random)
            expected.append((frame, index % sounds.count))
            places.append(isMissing ? nil : Int(instant.rounded()) + lateness)
            instant += 48 * Double.random(in: interval, using: &random)
        }
        samples = [Float](repeating: 0, count: Int(instant) + sounds[0].count + 8_000)
        for (place, cue) in zip(places, expected) {
            guard let place else { continue }
            for (offset, sample) in sounds[cue.sound].enumerated() { samples[place + offset] += sample }
        }
        samples = samples.enumerated().map { index, sample in
            let time = Double(index) / 48_000
            let notes = music == 0 ? [] : [220, 277.2, 329.6, 415.3, 1318.5]
            let chord = notes.reduce(0) { $0 + sin(2 * .pi * $1 * time) / 5 }
            return Self.clipped(sample) + music * Float(chord) + noise * Float.random(in: -1...1, using: &random)
        }
    }

    /// Applies the engine's soft clipper: linear up to 0.9, then a hyperbola towards full scale.
    private static func clipped(_ sample: Float) -> Float {
        guard abs(sample) > 0.9 else { return sample }
        let excess = (abs(sample) - 0.9) / 0.1
        return (sample < 0 ? -1 : 1) * (0.9 + 0.1 * excess / (1 + excess))
    }

    /// Returns how far each sure match is from its cue, in frames; infinite for a missing cue.
    func errors(_ found: [MatchedFilter.Match?]) -> [Double] {
        zip(found, places).compactMap { match, place in
            guard let match, match.isSure else { return nil }
            return place.map { abs(match.frame - Double($0)) } ?? .infinity
        }
    }
}

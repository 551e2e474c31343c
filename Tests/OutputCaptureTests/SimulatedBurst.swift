import Glibc
import ThudCore

@testable import ThudOutputCapture

/// Bursts as the engine mixes and limits them, some soundings of which come late or not at all.
struct SimulatedBurst {
    /// Where each sounding is expected.
    var expected: [Double] = []
    /// Where it stands; nil for one that is missing.
    var places: [Int?] = []
    /// What is heard.
    var samples: [Float] = []

    /// A chime of 0.4 s: two notes that die away, the second a little later.
    static let chime: [Float] = (0..<19_200).map { index in
        let time = Double(index) / 48_000
        let first = exp(-time / 0.08) * sin(2 * .pi * 1318.5 * time)
        let later = time - 0.09
        let second = later < 0 ? 0 : exp(-later / 0.1) * min(1, later / 0.002) * sin(2 * .pi * 1760 * later)
        let end = min(1, (0.4 - time) / 0.02)
        return Float(min(1, time / 0.002) * end * (0.45 * first + 0.4 * second))
    }

    /// 40 ms that die away.
    static let tick: [Float] = (0..<1_920).map { index in
        let time = Double(index) / 48_000
        return Float(min(1, time / 0.001) * exp(-time / 0.01) * 0.7 * sin(2 * .pi * 880 * time))
    }

    /// - Parameters:
    ///   - interval: the milliseconds between two, drawn anew for each.
    ///   - late: how many come 5 to 60 ms late.
    ///   - missing: how many do not sound.
    ///   - loudness: what the sink makes of full scale.
    init(
        of sound: [Float], count: Int, interval: ClosedRange<Double>, late: Int = 0, missing: Int = 0,
        loudness: Float = 1, seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        let common = Double.random(in: -2...2, using: &random)
        var instant = 6_000.0
        let order = (0..<count).shuffled(using: &random)
        for index in 0..<count {
            let lateness = order.prefix(late).contains(index) ? Int.random(in: 240...2880, using: &random) : 0
            let isMissing = order.dropFirst(late).prefix(missing).contains(index)
            expected.append(instant.rounded() + common + Double.random(in: -1...1, using: &random))
            places.append(isMissing ? nil : Int(instant.rounded()) + lateness)
            instant += 48 * Double.random(in: interval, using: &random)
        }
        samples = [Float](repeating: 0, count: Int(instant) + sound.count + 8_000)
        for place in places.compactMap({ $0 }) {
            for (offset, sample) in sound.enumerated() { samples[place + offset] += sample }
        }
        samples = samples.map { loudness * Self.limited($0) + 0.001 * Float.random(in: -1...1, using: &random) }
    }

    /// The engine's limiter: linear up to 0.9, then a hyperbola towards full scale.
    private static func limited(_ sample: Float) -> Float {
        guard abs(sample) > 0.9 else { return sample }
        let excess = (abs(sample) - 0.9) / 0.1
        return (sample < 0 ? -1 : 1) * (0.9 + 0.1 * excess / (1 + excess))
    }

    /// How far each sure match stands from the truth, in frames; infinite where nothing sounded.
    func errors(_ found: [MatchedFilter.Match?]) -> [Double] {
        zip(found, places).compactMap { match, place in
            guard let match, match.isSure else { return nil }
            return place.map { abs(match.frame - Double($0)) } ?? .infinity
        }
    }
}

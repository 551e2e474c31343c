import Testing
import ThudCore
import ThudTestSupport

/// How sounds are found in an output.
struct ExpectedMixTests {
    /// Returns different noise for each seed.
    private func noise(_ seed: UInt64, frames: Int = 4_000) -> [Float] {
        var generator = SeededGenerator(seed: seed)
        return (0..<frames).map { _ in Float(generator.between(-0.4, 0.4)) }
    }

    /// Returns two overlapping sounds, the second `late` frames late.
    private func captured(late: Int) -> (mix: ExpectedMix, samples: [Float]) {
        let (first, second) = (noise(1), noise(2))
        var mix = ExpectedMix()
        mix.add(first, at: 1_000)
        mix.add(second, at: 3_000)
        var samples = [Float](repeating: 0, count: 9_000)
        for (index, sample) in first.enumerated() { samples[1_500 + index] += sample }
        for (index, sample) in second.enumerated() { samples[3_500 + late + index] += sample }
        return (mix, samples)
    }

    @Test(arguments: [-7, 0, 3])
    func `a sound is found at its position, below another`(late: Int) throws {
        let (mix, samples) = captured(late: late)
        let place = try #require(mix.find(sound: 1, in: samples, offset: 500, reach: 10))
        #expect(place.lag == late)
        #expect(place.confidence > 0.99)
    }

    @Test func `a missing sound is not found, and a truncated one is not judged`() throws {
        let (mix, samples) = captured(late: 20)
        let place = try #require(mix.find(sound: 1, in: samples, offset: 500, reach: 10))
        #expect(place.confidence < 0.3)
        #expect(mix.find(sound: 1, in: Array(samples.prefix(7_000)), offset: 500, reach: 10) == nil)
    }

    @Test func `leading silence is not part of a sound`() throws {
        var mix = ExpectedMix()
        let sound = [Float](repeating: 0, count: 300) + noise(3)
        let index = mix.add(sound, at: 100)
        let samples = [Float](repeating: 0, count: 100) + sound + [Float](repeating: 0, count: 100)
        let place = try #require(mix.find(sound: index, in: samples, offset: 0, reach: 10))
        #expect(place.lag == 0 && place.confidence > 0.99)
    }
}

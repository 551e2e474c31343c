import Glibc
import Testing

@testable import ThudOutputCapture

/// One sound is found among others and compared with its true position.
@Suite struct MatchedFilterTests {
    /// 40 ms of two decaying partials, like a ping, with peaks a period apart.
    private static func ping(shift: Double = 0) -> [Float] {
        (0..<1920).map { index in
            let time = (Double(index) - shift) / 48_000
            guard time >= 0 else { return 0 }
            let rise = min(1, time / 0.002)
            return Float(
                rise * exp(-time / 0.012) * (0.6 * sin(2 * .pi * 1318 * time) + 0.3 * sin(2 * .pi * 2217 * time)))
        }
    }

    /// Reproducible pseudo-random numbers from -1 to 1.
    private struct Noise {
        var state: UInt64

        mutating func next() -> Float {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(Int64(bitPattern: state) >> 33) / Float(1 << 30)
        }
    }

    private static func noise(_ count: Int, seed: UInt64) -> [Float] {
        var noise = Noise(state: seed &* 0x9E37_79B9_7F4A_7C15)
        return (0..<count).map { _ in noise.next() }
    }

    /// Returns chords that change every eighth of a second.
    private static func music(_ count: Int, seed: UInt64) -> [Float] {
        var noise = Noise(state: seed &+ 77)
        var notes: [Double] = []
        return (0..<count).map { index in
            if index % 6000 == 0 { notes = (0..<4).map { _ in 220 * exp2(Double(Int(noise.next() * 18)) / 12) } }
            let time = Double(index) / 48_000
            return Float(notes.reduce(0) { $0 + 0.25 * sin(2 * .pi * $1 * time) })
        }
    }

    private static func rms(_ samples: some Collection<Float>) -> Float {
        (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
    }

    private static func mixed(_ ping: [Float], at frame: Int, into background: [Float], gain: Float = 1) -> [Float] {
        var samples = background
        for (index, sample) in ping.enumerated() { samples[frame + index] += gain * sample }
        return samples
    }

    @Test(arguments: [0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9])
    func `a sound is found to a twentieth of a sample`(shift: Double) throws {
        let samples = Self.mixed(Self.ping(shift: shift), at: 500, into: [Float](repeating: 0, count: 4000))
        let match = try #require(MatchedFilter(Self.ping()).best(in: samples, 350...650))
        #expect(abs(match.frame - 500 - shift) < 0.05, "\(match)")
        #expect(match.isSure && match.confidence > 0.99 && abs(match.gain - 1) < 0.02 && match.rivalry < 0.2)
    }

    @Test func `a sound on its own is found with a confidence of 1, and never more`() throws {
        for seed in 1...40 as ClosedRange<UInt64> {
            let noise = Self.noise(2048, seed: seed)
            let samples = Self.mixed(noise, at: 300, into: [Float](repeating: 0, count: 3000), gain: 0.3)
            let confidence = try #require(MatchedFilter(noise).best(in: samples, 200...400)).confidence
            #expect(confidence <= 1 && confidence > 0.999_99)
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func `below louder music and in equal noise a sound is found to the sample`(seed: UInt64) throws {
        let ping = Self.ping()
        for background in [Self.music(4000, seed: seed), Self.noise(4000, seed: seed)] {
            let share = Self.rms(ping) / Self.rms(background)
            let level: Float = seed % 2 == 0 ? 1.5 : 1
            let samples = Self.mixed(ping, at: 1000, into: background.map { level * share * $0 })
            let match = try #require(MatchedFilter(ping).best(in: samples, 850...1150))
            #expect(abs(match.frame - 1000) < 1, "\(match)")
            #expect(abs(match.gain - 1) < 0.5)
        }
    }

    @Test func `noise and music without the sound give no sure match`() {
        let filter = MatchedFilter(Self.ping())
        var sure = 0
        for seed in 0..<1000 as Range<UInt64> {
            for background in [Self.noise(4000, seed: seed), Self.music(4000, seed: seed)] {
                if filter.best(in: background, 800...1100)?.isSure == true { sure += 1 }
            }
        }
        #expect(sure == 0)
    }

    @Test func `silence holds no sound, and no signal holds a silent sound`() {
        #expect(MatchedFilter(Self.ping()).best(in: [Float](repeating: 0, count: 4000), 100...200) == nil)
        #expect(MatchedFilter([0, 0, 0]).best(in: Self.noise(100, seed: 1), 0...10) == nil)
        #expect(MatchedFilter([]).best(in: Self.noise(100, seed: 1), 0...10) == nil)
    }

    @Test func `windows beyond the signal count as silence`() {
        let filter = MatchedFilter(Self.ping())
        #expect(filter.best(in: Self.noise(100, seed: 1), -5000 ... -4000) == nil)
        #expect(filter.best(in: Self.noise(100, seed: 1), 5000...6000) == nil)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a match with a correlation below a quarter is not sure, even without rivals`(seed: UInt64)
        throws
    {
        // Noise in which the sound has a twenty-fourth of the energy: it has no rivals, but is too faint to trust.
        let sound = Self.noise(2048, seed: 50)
        let noise = Self.noise(4000, seed: seed)
        let match = try #require(
            MatchedFilter(sound).best(in: Self.mixed(sound, at: 600, into: noise, gain: 0.2), 450...750))
        #expect(match.confidence > 0.16 && match.confidence < 0.25 && match.rivalry < 0.7, "\(match)")
        #expect(abs(match.frame - 600) < 0.5 && !match.isSure)
    }

    @Test func `a sound with a loud echo is not sure, and with a half as loud one it is`() throws {
        let sound = Self.noise(2048, seed: 50)
        for (echo, isSure) in [(0.78 as Float, false), (0.5, true)] {
            var samples = Self.mixed(sound, at: 500, into: [Float](repeating: 0, count: 4000))
            samples = Self.mixed(sound, at: 650, into: samples, gain: echo)
            let match = try #require(MatchedFilter(sound).best(in: samples, 450...750))
            #expect(abs(match.frame - 500) < 0.5 && abs(match.rivalry - Double(echo)) < 0.05, "\(match)")
            #expect(match.isSure == isSure)
        }
    }
}

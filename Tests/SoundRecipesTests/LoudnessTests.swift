import Glibc
import Testing
import ThudSoundFiles
import ThudSoundRecipes

@Suite("Loudness")
struct LoudnessTests {
    func sine(_ hertz: Double, seconds: Double, channels: Int = 2, peak: Double = 0.1, rate: Int = 48_000) -> Sound {
        let samples = (0..<Int(seconds * Double(rate))).map {
            Float(peak * sin(2 * .pi * hertz * Double($0) / Double(rate)))
        }
        return Sound(sampleRate: rate, channels: .init(repeating: samples, count: channels))
    }

    @Test(
        "A stereo sine of 1 kHz at -23 dBFS is at -23 LUFS (EBU Tech 3341, case 1)",
        arguments: [44_100, 48_000, 96_000])
    func referenceTone(rate: Int) {
        let loudness = Loudness(of: sine(1_000, seconds: 2, peak: pow(10, -23.0 / 20), rate: rate))
        #expect(abs(loudness.maximumMomentary + 23) < 0.1)
        #expect(abs(loudness.truePeak + 23) < 0.1)
    }

    @Test("A sound half as long as the window is 3 LU softer, at any position of the window")
    func shortSounds() {
        let whole = Loudness(of: sine(1_000, seconds: 0.4)).maximumMomentary
        let half = Loudness(of: sine(1_000, seconds: 0.2)).maximumMomentary
        #expect(abs(whole - half - 3.01) < 0.05)
    }

    @Test("One channel of two is 3 LU softer")
    func channels() {
        let two = Loudness(of: sine(1_000, seconds: 1)).maximumMomentary
        let one = Loudness(of: sine(1_000, seconds: 1, channels: 1)).maximumMomentary
        #expect(abs(two - one - 3.01) < 0.05)
    }

    @Test("A peak between samples is found")
    func betweenSamples() {
        // At a quarter of the rate and 45 degrees of phase, every sample is 3 dB below the peak of the wave.
        let samples = (0..<4_800).map { Float(0.5 * sin(.pi / 2 * Double($0) + .pi / 4)) }
        let sound = Sound(sampleRate: 48_000, channels: [samples])
        #expect(samples.allSatisfy { abs($0) < 0.36 })
        #expect(abs(Loudness(of: sound).truePeak + 6.02) < 0.6)
    }

    @Test("Silence is minus infinity, not an error")
    func silence() {
        let loudness = Loudness(of: Sound(sampleRate: 48_000, channels: [[Float](repeating: 0, count: 4_800)]))
        #expect(loudness.maximumMomentary == -.infinity)
        #expect(loudness.truePeak == -.infinity)
        #expect(Loudness(of: Sound(sampleRate: 48_000, channels: [[]])).maximumMomentary == -.infinity)
    }
}

import Glibc
import Testing
import ThudCore
import ThudSoundFiles

/// A looping sound has no seam at any rate.
@Suite struct LoopResamplingTests {
    @Test(arguments: [44_100, 96_000]) func `a seamless wave stays seamless at another rate`(rate: Int) throws {
        // 100 cycles of 250 Hz from an arbitrary phase, so that silence around them would be audible.
        func wave(_ rate: Int, _ count: Int) -> [Float] {
            (0..<count).map { Float(0.5 * sin(2 * .pi * 250 * Double($0) / Double(rate) + 1)) }
        }
        let sound = Sound(sampleRate: 48_000, channels: [wave(48_000, 19_200)])
        let loop = try sound.resampledAsLoop(to: rate)
        let expected = wave(rate, rate * 4 / 10)
        #expect(loop.sampleRate == rate && loop.frameCount == expected.count)
        #expect(zip(loop.channels[0], expected).allSatisfy { abs($0 - $1) < 1e-4 })
        // Resampled as a one-shot sound, it rings at its ends.
        let once = try sound.resampled(to: rate)
        #expect(zip(once.channels[0], expected).contains { abs($0 - $1) > 0.01 })
    }

    @Test func `sounds of one frame and of none loop too`() throws {
        let one = try Sound(sampleRate: 8000, channels: [[0.5]]).resampledAsLoop(to: 16_000)
        #expect(one.frameCount == 2 && one.channels[0].allSatisfy { abs($0 - 0.5) < 1e-3 })
        #expect(try Sound(sampleRate: 8000, channels: [[]]).resampledAsLoop(to: 16_000).frameCount == 0)
    }
}

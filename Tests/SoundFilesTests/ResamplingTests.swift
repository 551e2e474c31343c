import Glibc
import Testing
import ThudCore

@testable import ThudSoundFiles

@Suite("Resampling")
struct ResamplingTests {
    /// Returns the largest error against an ideal sine, in decibels below full scale, away from the ends.
    func errorInDecibels(_ hertz: Double, from: Int, to: Int) throws -> Double {
        let sound = Fixtures.sine(hertz, rate: from, frames: from / 2, channels: 1, peak: 1)
        let result = try sound.resampled(to: to)
        let ideal = Fixtures.sine(hertz, rate: to, frames: result.frameCount, channels: 1, peak: 1)
        let margin = result.frameCount / 4
        let worst =
            (margin..<result.frameCount - margin)
            .map { abs(Double(result.channels[0][$0]) - Double(ideal.channels[0][$0])) }.max() ?? 1
        return 20 * log10(worst)
    }

    @Test(
        "A sine keeps its shape to 120 dB and its place in time",
        arguments: [(44_100, 48_000), (48_000, 44_100), (96_000, 48_000), (22_050, 48_000), (8_000, 48_000)])
    func sines(from: Int, to: Int) throws {
        for hertz in [100.0, 997, 3_000] {
            #expect(try errorInDecibels(hertz, from: from, to: to) < -120)
        }
    }

    @Test("The band up to 20 kHz is flat within 0.01 dB from the CD rate")
    func passband() throws {
        // An error 59 dB below the sine is a gain error of 0.01 dB.
        #expect(try errorInDecibels(20_000, from: 44_100, to: 48_000) < -59)
    }

    @Test("Frequencies above half the new rate are removed, not folded back")
    func aliases() throws {
        let result = try Fixtures.sine(30_000, rate: 96_000, frames: 48_000, channels: 1, peak: 1)
            .resampled(to: 48_000)
        let middle = result.channels[0][6_000..<18_000].map(abs).max() ?? 1
        #expect(middle < 1e-5)
    }

    @Test("A click at the start stays at the start")
    func onset() throws {
        var click = [Float](repeating: 0, count: 441)
        click[0] = 1
        let result = try Sound(sampleRate: 44_100, channels: [click]).resampled(to: 48_000)
        let peak = result.channels[0].map(abs).max()
        #expect(result.channels[0].firstIndex { abs($0) == peak } == 0)
        #expect(result.channels[0][0] > 0.8)
    }

    @Test("The length follows the rate, to the nearest frame")
    func lengths() throws {
        for (frames, from, to, expected) in [
            (44_100, 44_100, 48_000, 48_000), (1, 44_100, 48_000, 1), (100, 48_000, 44_100, 92), (1, 384_000, 4_000, 1),
            (3, 4_000, 384_000, 288), (0, 44_100, 48_000, 0),
        ] {
            let sound = Sound(
                sampleRate: from, channels: [[Float]](repeating: .init(repeating: 0.1, count: frames), count: 2))
            let result = try sound.resampled(to: to)
            #expect(result.frameCount == expected)
            #expect(result.channelCount == 2)
            #expect(result.sampleRate == to)
        }
    }

    @Test("A sound at its own rate is returned unchanged, even at an odd rate")
    func identity() throws {
        let sound = Sound(sampleRate: 1, channels: [[1, 2, 3]])
        #expect(try sound.resampled(to: 1) == sound)
    }

    @Test(
        "The beginning of a sound needs only its beginning, for the same samples",
        arguments: [(48_000, 33_941), (48_000, 24_000), (48_000, 96_000), (8_000, 48_000), (384_000, 4_000)])
    func beginnings(from: Int, to: Int) throws {
        let sound = Fixtures.sine(997, rate: from, frames: from / 2, channels: 2, peak: 1)
        let whole = try sound.resampled(to: to)
        #expect(try sound.frameCount(at: to) == whole.frameCount)
        for frames in [1, 100, to / 4] {
            let part = try sound.resampled(to: to, upTo: frames)
            #expect(part.frameCount == frames && part.channelCount == 2 && part.sampleRate == to)
            let errors = zip(part.channels.joined(), whole.channels.flatMap { $0.prefix(frames) }).map { abs($0 - $1) }
            #expect(errors.max() ?? 1 < 1e-7)
            let shortest = Double(frames) * Double(from) / Double(to)
            #expect(Double(sound.framesHeard(by: frames, at: to)) < shortest + 600 * max(1, Double(from) / Double(to)))
        }
        #expect(try sound.resampled(to: to, upTo: .max) == whole)
        #expect(try sound.resampled(to: from, upTo: 3).channels == sound.channels.map { Array($0.prefix(3)) })
    }

    @Test("Rates and sizes out of bounds are refused")
    func bounds() {
        let sound = Fixtures.sine()
        for rate in [0, -1, 399, 3_840_001, .max] {
            let error = #expect(throws: ThudError.self) { try sound.resampled(to: rate) }
            #expect(error?.code == .outsideLimits)
        }
        let long = Sound(sampleRate: 1, channels: [[Float](repeating: 0, count: 401)])
        let error = #expect(throws: ThudError.self) { try long.resampled(to: 4_000) }
        #expect(error?.code == .tooLong)
    }
}

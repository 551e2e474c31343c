import Foundation
import ThudCore

/// Another program that plays on the same server and must not be disturbed.
package final class Music: Sendable {
    /// The samples that it plays on both front channels.
    package let samples: [Float]
    private let player: RunningProgram
    private let scratch: ScratchDirectory

    /// Starts `aplay` with music of the given length.
    package init(_ length: Interval, on server: PrivatePipeWire) throws {
        scratch = try ScratchDirectory(prefix: "thud-music")
        samples = TestSignal.music(frames: Int(length.seconds * CapturedSound.sampleRate))
        // A stream's first cycle may pass before it is linked to the sink, so half a second of silence comes first.
        let interleaved = [Float](repeating: 0, count: 48000) + samples.flatMap { [$0, $0] }
        let file = scratch.file("music.f32")
        try interleaved.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: file)) }
        player = try RunningProgram(
            findProgram("aplay", package: "alsa-utils"),
            ["-q", "-t", "raw", "-f", "FLOAT_LE", "-r", "48000", "-c", "2", file], environment: server.environment)
    }

    /// Waits until all of it has been played.
    package func end() async throws {
        let ending = try await player.end(within: .seconds(10 + Double(samples.count) / CapturedSound.sampleRate))
        guard ending.exitCode == 0 else {
            throw HarnessError(description: "aplay failed: \(player.output)\(player.errorOutput)")
        }
    }

    /// Stops the music early.
    package func stop() async { await player.stop() }

    /// Returns the frame of a recording at which the music starts; throws if it is not there.
    package func start(in sound: CapturedSound, channel: Int = 0) throws -> Int {
        let opening = Array(samples.prefix(9600))
        guard let place = sound.find(opening, confidence: 0.3, channel: channel).first else {
            throw HarnessError(description: "The music is not on the recording.")
        }
        return place.frame
    }

    /// Returns one channel without the music at its own loudness: the output of the other programs.
    ///
    /// Music that was ducked, cut or shifted remains audible in it.
    package func remainder(of sound: CapturedSound, channel: Int = 0) throws -> [Float] {
        let start = try start(in: sound, channel: channel)
        var rest = sound.channels[channel]
        for (index, sample) in samples.enumerated() where start + index < rest.count { rest[start + index] -= sample }
        return rest
    }

    /// Returns the music's loudness in each tenth of a second, relative to what was played: 1 if it is unchanged.
    ///
    /// Other sounds on top of it distort a value by a few hundredths.
    package func gains(in sound: CapturedSound, channel: Int = 0) throws -> [Float] {
        let start = try start(in: sound, channel: channel)
        let heard = sound.channels[channel]
        return stride(from: 0, to: samples.count - 4800, by: 4800).map { block in
            var product: Float = 0
            var reference: Float = 0
            for index in block..<block + 4800 where start + index < heard.count {
                product += heard[start + index] * samples[index]
                reference += samples[index] * samples[index]
            }
            return product / reference
        }
    }
}

import Glibc
import ThudSoundFiles

/// Creates sounds and WAV files, byte by byte.
enum Fixtures {
    /// Returns a sine in every channel, each a little softer than the one before.
    static func sine(
        _ hertz: Double = 997, rate: Int = 48_000, frames: Int = 4_800, channels: Int = 2, peak: Double = 0.5
    ) -> Sound {
        Sound(
            sampleRate: rate,
            channels: (0..<channels).map { channel in
                (0..<frames).map {
                    Float(peak / Double(channel + 1) * sin(2 * .pi * hertz * Double($0) / Double(rate)))
                }
            })
    }

    /// Returns a WAV with the given header fields, sensible or not.
    static func wav(
        tag: UInt16 = 1, channels: UInt16 = 1, rate: UInt32 = 48_000, bits: UInt16 = 16,
        promisedBytes: UInt32? = nil, data: [UInt8]
    ) -> [UInt8] {
        let block = channels &* (bits / 8)
        var bytes = Array("RIFF".utf8)
        bytes += little(UInt32(truncatingIfNeeded: 36 + data.count))
        bytes += Array("WAVEfmt ".utf8) + little(UInt32(16)) + little(tag) + little(channels) + little(rate)
        bytes += little(rate &* UInt32(block)) + little(block) + little(bits)
        bytes += Array("data".utf8) + little(promisedBytes ?? UInt32(data.count)) + data
        return bytes
    }

    /// Returns a mono float WAV of these samples.
    static func floatWav(_ samples: [Float]) -> [UInt8] {
        wav(tag: 3, bits: 32, data: samples.flatMap { little($0.bitPattern) })
    }

    /// Returns the bytes of an integer, the lowest first.
    static func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}

/// Returns the largest difference between the samples of two sounds, or infinity if their shapes differ.
func largestDifference(_ a: Sound, _ b: Sound) -> Float {
    guard a.channelCount == b.channelCount, a.frameCount == b.frameCount else { return .infinity }
    return zip(a.channels, b.channels).flatMap { zip($0, $1).map { abs($0 - $1) } }.max() ?? 0
}

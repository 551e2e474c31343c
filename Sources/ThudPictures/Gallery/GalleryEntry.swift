import ThudCore

package struct GalleryEntry: Sendable {
    /// The name, which the filter searches. The part before its last `/` is shown fainter.
    package let name: String
    package let description: String
    /// The picture; it is redrawn at card size and in the reader's colours.
    package let picture: PatternPicture
    /// Names and numbers with their units, for example `Onset` and `0.6 ms`.
    package let metrics: [(label: String, value: String)]
    package let audio: GalleryAudio
    /// The time in the picture at which the sound starts, in seconds.
    package let first: Double

    package init(
        name: String, description: String = "", picture: PatternPicture,
        metrics: [(label: String, value: String)] = [], audio: GalleryAudio, from first: Double = 0
    ) {
        self.name = name
        self.description = description
        self.picture = picture
        self.metrics = metrics
        self.audio = audio
        self.first = first
    }
}

/// A sound as a page carries it: a 16-bit WAV file, which every browser plays.
package struct GalleryAudio: Hashable, Sendable {
    /// The sample rates that are written, in hertz; browsers refuse others.
    package static let sampleRates = 8_000...192_000
    package let wav: [UInt8]
    package let seconds: Double

    /// Creates a sound for both ears, or one for each.
    ///
    /// - Parameters:
    ///   - left: samples of ±1 full scale, clipped beyond; NaN becomes silence.
    ///   - right: the same for the right ear; the shorter of the two is padded with silence. nil for one channel.
    ///   - sampleRate: in hertz; clamped to ``sampleRates``.
    package init(left: [Float], right: [Float]? = nil, sampleRate: Int) {
        let rate = sampleRate.clamped(to: Self.sampleRates)
        let channels = [left] + (right.map { [$0] } ?? [])
        let frames = channels.map(\.count).max() ?? 0
        var wav = Self.header(frames: frames, channels: channels.count, rate: rate)
        wav.reserveCapacity(wav.count + frames * channels.count * 2)
        for frame in 0..<frames {
            for channel in channels {
                let sample = frame < channel.count ? Self.quantised(channel[frame]) : 0
                wav.append(UInt8(truncatingIfNeeded: sample))
                wav.append(UInt8(truncatingIfNeeded: sample >> 8))
            }
        }
        self.wav = wav
        seconds = Double(frames) / Double(rate)
    }

    private static func quantised(_ sample: Float) -> Int16 {
        sample.isNaN ? 0 : Int16((min(max(sample, -1), 1) * 32_767).rounded())
    }

    /// Returns the 44 bytes before the samples, as Microsoft's "Multimedia Programming Interface" of 1991 defines them.
    private static func header(frames: Int, channels: Int, rate: Int) -> [UInt8] {
        let frameBytes = channels * 2
        let dataBytes = frames * frameBytes
        func number(_ value: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        return Array("RIFF".utf8) + number(36 + dataBytes, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + number(1, 2)
            + number(channels, 2) + number(rate, 4) + number(rate * frameBytes, 4) + number(frameBytes, 2)
            + number(16, 2) + Array("data".utf8) + number(dataBytes, 4)
    }
}

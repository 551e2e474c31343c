/// A decoded sound: planar samples at one rate.
///
/// Full scale is ±1. A decoded file may hold values beyond it (float WAV does); the mixer's soft clipper deals with those.
public struct Sound: Equatable, Sendable {
    /// Frames a second, in hertz; at least 1.
    public let sampleRate: Int

    /// The samples, shaped `[channel][frame]`: at least one channel, all equally long.
    public let channels: [[Float]]

    /// A sound of the given samples.
    ///
    /// - Parameters:
    ///   - sampleRate: frames a second.
    ///   - channels: samples shaped `[channel][frame]`.
    /// - Precondition: `sampleRate` is at least 1; there is a channel; all channels are equally long.
    public init(sampleRate: Int, channels: [[Float]]) {
        precondition(sampleRate >= 1, "a sound has a sample rate of at least 1 Hz")
        precondition(!channels.isEmpty, "a sound has at least one channel")
        precondition(
            channels.allSatisfy { $0.count == channels[0].count }, "the channels of a sound are equally long")
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// How many channels there are; at least 1.
    public var channelCount: Int { channels.count }

    /// How many frames each channel holds; may be 0.
    public var frameCount: Int { channels[0].count }

    /// How much memory the samples take.
    public var byteCount: Int { frameCount * channelCount * MemoryLayout<Float>.stride }

    /// The length in seconds.
    public var seconds: Double { Double(frameCount) / Double(sampleRate) }
}

/// What Thud accepts as a sound. Files come from anywhere, so each bound holds before memory is spent on it.
public enum SoundLimits {
    /// Sample rates in hertz, from telephone to the fastest converters.
    public static let sampleRates = 4_000...384_000

    /// Rates in hertz that a sound may be brought to: ten times slower or faster than any device plays, for a pattern
    /// that is played at another speed.
    public static let resamplingRates = sampleRates.lowerBound / 10...sampleRates.upperBound * 10

    /// Channels a file may have: mono to 7.1.
    public static let channelCounts = 1...8

    /// The longest sound, in seconds: the longest pattern with all that rings on after it.
    public static let maximumSeconds = 400

    /// The most memory that the decoded samples of one sound may take, in bytes (224 MiB): 305 s of four channels at
    /// 48 kHz, which the longest pattern of 300 s takes with two channels for actuators and all that rings on.
    public static let maximumDecodedBytes = 224 << 20

    /// The largest file that is opened at all, in bytes (176 MiB): as many samples in 24 bits.
    public static let maximumFileBytes = 176 << 20

    /// The largest magnitude of a sample, linear: +40 dB above full scale. What is louder is a damaged file.
    public static let maximumMagnitude: Float = 100

    /// The most frames that a sound of this shape may have, under both bounds of time and memory.
    static func maximumFrames(sampleRate: Int, channelCount: Int) -> Int {
        min(maximumSeconds * sampleRate, maximumDecodedBytes / (MemoryLayout<Float>.stride * channelCount))
    }
}

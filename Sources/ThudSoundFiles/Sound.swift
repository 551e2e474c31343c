/// A decoded sound: planar samples at one rate.
/// Full scale is ±1. A decoded file may exceed it (float WAV does); the mixer's soft clipper handles such samples.
public struct Sound: Equatable, Sendable {
    /// The sample rate in hertz; at least 1.
    public let sampleRate: Int

    /// The samples, shaped `[channel][frame]`: at least one channel, all of equal length.
    public let channels: [[Float]]

    /// Creates a sound from samples shaped `[channel][frame]`.
    /// - Precondition: `sampleRate` is at least 1; there is a channel; all channels are of equal length.
    public init(sampleRate: Int, channels: [[Float]]) {
        precondition(sampleRate >= 1, "a sound has a sample rate of at least 1 Hz")
        precondition(!channels.isEmpty, "a sound has at least one channel")
        precondition(
            channels.allSatisfy { $0.count == channels[0].count }, "the channels of a sound are equally long")
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// The number of channels; at least 1.
    public var channelCount: Int { channels.count }

    /// The number of frames in each channel; may be 0.
    public var frameCount: Int { channels[0].count }

    /// The memory that the samples take, in bytes.
    public var byteCount: Int { frameCount * channelCount * MemoryLayout<Float>.stride }

    /// The length in seconds.
    public var seconds: Double { Double(frameCount) / Double(sampleRate) }
}

/// The bounds on a sound. Files come from anywhere, so each bound is checked before memory is spent.
public enum SoundLimits {
    /// Sample rates in hertz, from telephone to the fastest converters.
    public static let sampleRates = 4_000...384_000

    /// Target rates of resampling in hertz: ten times slower or faster than any device, for patterns at another speed.
    public static let resamplingRates = sampleRates.lowerBound / 10...sampleRates.upperBound * 10

    /// Channels in a file: mono to 7.1.
    public static let channelCounts = 1...8

    /// The longest sound, in seconds: the longest pattern and everything that rings on after it.
    public static let maximumSeconds = 400

    /// The most memory for the decoded samples of one sound, in bytes (224 MiB): 305 s of four channels at 48 kHz.
    /// The longest pattern of 300 s needs that with two actuator channels and everything that rings on.
    public static let maximumDecodedBytes = 224 << 20

    /// The largest file that is opened, in bytes (176 MiB): the same number of samples in 24 bits.
    public static let maximumFileBytes = 176 << 20

    /// The largest magnitude of a sample, linear: 40 dB above full scale. A louder one means a damaged file.
    public static let maximumMagnitude: Float = 100

    /// Returns the most frames for a sound of this shape, within the bounds of both time and memory.
    static func maximumFrames(sampleRate: Int, channelCount: Int) -> Int {
        min(maximumSeconds * sampleRate, maximumDecodedBytes / (MemoryLayout<Float>.stride * channelCount))
    }
}

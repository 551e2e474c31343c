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

    /// The length in seconds.
    public var seconds: Double { Double(frameCount) / Double(sampleRate) }
}

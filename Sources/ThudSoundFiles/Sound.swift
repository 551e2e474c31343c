import CThudSoxr
import ThudCore

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
        precondition(channels.allSatisfy { $0.count == channels[0].count }, "the channels of a sound are equally long")
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

    /// The channels that are meant for ears.
    package var heardChannels: [[Float]] { driveChannels.isEmpty ? channels : Array(channels.prefix(2)) }
    /// The channels that drive one or two actuators: those after left and right in a sound of three or four channels.
    /// With more, the third is the centre of a surround mix.
    package var driveChannels: [[Float]] { (3...4).contains(channelCount) ? Array(channels.dropFirst(2)) : [] }
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

    /// The two bounds on the length of a sound, for errors.
    static let lengthWords = "\(maximumSeconds) s or \(maximumDecodedBytes >> 20) MiB in memory"

    /// Returns the most frames for a sound of this shape, within the bounds of both time and memory.
    static func maximumFrames(sampleRate: Int, channelCount: Int) -> Int {
        min(maximumSeconds * sampleRate, maximumDecodedBytes / (MemoryLayout<Float>.stride * channelCount))
    }
}

extension Sound {
    /// Returns the same sound at another rate. Resampling once at load makes playing cost nothing.
    /// The filter has linear phase and 28 bits of precision. Everything keeps its time, and no silence is added in
    /// front. The length is that of ``frameCount(at:)``.
    /// - Parameters:
    ///   - rate: frames per second, within `SoundLimits.resamplingRates`. At its own rate the sound is returned
    ///     unchanged.
    ///   - most: the number of frames needed. Source frames after these are read only as far as the filter needs them.
    /// - Throws: `ThudError` with operation `resample` if the rate or the size is out of bounds, or memory is short.
    public func resampled(to rate: Int, upTo most: Int = .max) throws(ThudError) -> Sound {
        let frames = min(try frameCount(at: rate), max(0, most))
        if rate == sampleRate { return frames == frameCount ? self : beginning(frames) }
        if frames == 0 { return Sound(sampleRate: rate, channels: channels.map { _ in [] }) }
        let heard = beginning(framesHeard(by: frames, at: rate))
        do {
            let result = try heard.channels.map { channel throws(ThudError) in
                try soxrOneshot(channel, from: sampleRate, to: rate, frames: frames)
            }
            return Sound(sampleRate: rate, channels: result)
        } catch {
            throw .sound(
                .resampling, .resample, subject(rate), problem: "the resampler refused (\(error.message))",
                advice: "export the sound at \(rate) Hz")
        }
    }

    /// Returns a repeating sound at another rate, whose end still leads into its beginning.
    /// - Parameter rate: as for ``resampled(to:upTo:)``.
    /// - Throws: as ``resampled(to:upTo:)``.
    public func resampledAsLoop(to rate: Int) throws(ThudError) -> Sound {
        if rate == sampleRate || frameCount == 0 { return try resampled(to: rate) }
        let frames = try frameCount(at: rate)
        // Adds a whole second on each side, because that is a whole number of frames at both rates.
        let unrolled = channels.map { channel in
            (-sampleRate..<frameCount + sampleRate).map { channel[($0 % frameCount + frameCount) % frameCount] }
        }
        let resampled = try Sound(sampleRate: sampleRate, channels: unrolled).resampled(to: rate)
        return Sound(sampleRate: rate, channels: resampled.channels.map { Array($0[rate..<rate + frames]) })
    }

    /// Returns the number of frames at another rate: `frameCount * rate / sampleRate`, rounded to the nearest and at
    /// least 1, or 0 for an empty sound.
    /// - Throws: `ThudError` if ``resampled(to:upTo:)`` would throw because of the rate or the size of the whole.
    public func frameCount(at rate: Int) throws(ThudError) -> Int {
        if rate == sampleRate { return frameCount }
        try SoundFile.checkShape(sampleRate: rate, channelCount: channelCount, .resample, subject(rate))
        if frameCount == 0 { return 0 }
        let exact = Double(frameCount) * Double(rate) / Double(sampleRate)
        let limit = SoundLimits.maximumFrames(sampleRate: rate, channelCount: channelCount)
        guard exact <= Double(limit) + 0.5 else {
            throw .sound(
                .tooLong, .resample, subject(rate), problem: "the result would exceed \(SoundLimits.lengthWords)",
                advice: "cut the sound, or play it at a lower rate")
        }
        return max(1, Int(exact.rounded()))
    }

    /// Returns how many source frames the first `frames` at another rate depend on: their own duration plus the
    /// filter's tail. The filter reaches less than 256 frames of the lower rate; twice that costs nothing.
    func framesHeard(by frames: Int, at rate: Int) -> Int {
        let ratio = Double(sampleRate) / Double(rate)
        let heard = (Double(frames) * ratio + 512 * max(1, ratio)).rounded(.up)
        return heard < Double(frameCount) ? Int(heard) : frameCount
    }

    private func beginning(_ frames: Int) -> Sound {
        if frames >= frameCount { return self }
        return Sound(sampleRate: sampleRate, channels: channels.map { Array($0.prefix(frames)) })
    }

    private func subject(_ rate: Int) -> String { "a sound from \(sampleRate) Hz to \(rate) Hz" }
}

/// Resamples one channel; `soxr_oneshot` at very high quality (28 bits, linear phase, delay removed).
/// - Parameter frames: the number of frames to return; those that the resampler does not fill stay zero.
func soxrOneshot(_ input: [Float], from: Int, to: Int, frames: Int) throws(ThudError) -> [Float] {
    var output = [Float](repeating: 0, count: frames)
    var quality = soxr_quality_spec(UInt(SOXR_VHQ), 0)
    var done = 0
    let error = soxr_oneshot(
        Double(from), Double(to), 1, input, input.count, nil, &output, frames, &done, nil, &quality, nil)
    if let error { throw ThudError(.resampling, String(cString: error)) }
    return output
}

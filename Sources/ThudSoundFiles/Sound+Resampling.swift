import CThudSoxr
import ThudCore

extension Sound {
    /// The same sound at another rate: once, at load, so that playing costs nothing.
    ///
    /// Linear phase at 28 bits of precision; what stands at a moment stays at that moment, with no silence added in
    /// front. The length is that of ``frameCount(at:)``.
    ///
    /// - Parameters:
    ///   - rate: frames a second, within `SoundLimits.resamplingRates`. The sound itself if it has that rate.
    ///   - most: how many frames of the result are needed, from the first on; of what lies behind them only as much is
    ///     read as they hear of it.
    /// - Throws: `ThudError` with operation `resample`: the rate or the size is out of bounds, or memory is short.
    public func resampled(to rate: Int, upTo most: Int = .max) throws(ThudError) -> Sound {
        let frames = min(try frameCount(at: rate), max(0, most))
        if rate == sampleRate { return frames == frameCount ? self : beginning(frames) }
        if frames == 0 { return Sound(sampleRate: rate, channels: channels.map { _ in [] }) }
        let heard = beginning(framesHeard(by: frames, at: rate))
        do {
            var result: [[Float]] = []
            for channel in heard.channels {
                result.append(try soxrOneshot(channel, from: sampleRate, to: rate, frames: frames))
            }
            return Sound(sampleRate: rate, channels: result)
        } catch {
            throw .sound(
                .resampling, .resample, subject(rate), problem: "the resampler refused (\(error.message))",
                advice: "export the sound at \(rate) Hz")
        }
    }

    /// A sound that repeats, at another rate: its end leads into its beginning as before.
    ///
    /// - Parameter rate: as for ``resampled(to:upTo:)``.
    /// - Throws: as ``resampled(to:upTo:)``.
    public func resampledAsLoop(to rate: Int) throws(ThudError) -> Sound {
        if rate == sampleRate || frameCount == 0 { return try resampled(to: rate) }
        let frames = try frameCount(at: rate)
        // A whole second on each side, because that is a whole number of frames at both rates.
        let unrolled = channels.map { channel in
            (-sampleRate..<frameCount + sampleRate).map { channel[($0 % frameCount + frameCount) % frameCount] }
        }
        let resampled = try Sound(sampleRate: sampleRate, channels: unrolled).resampled(to: rate)
        return Sound(sampleRate: rate, channels: resampled.channels.map { Array($0[rate..<rate + frames]) })
    }

    /// How many frames it has at another rate: `frameCount * rate / sampleRate`, rounded to the nearest and at least 1,
    /// but 0 of none.
    ///
    /// - Throws: `ThudError` where ``resampled(to:upTo:)`` would throw because of the rate or the whole's size.
    public func frameCount(at rate: Int) throws(ThudError) -> Int {
        if rate == sampleRate { return frameCount }
        try SoundFile.checkShape(sampleRate: rate, channelCount: channelCount, .resample, subject(rate))
        if frameCount == 0 { return 0 }
        let exact = Double(frameCount) * Double(rate) / Double(sampleRate)
        let limit = SoundLimits.maximumFrames(sampleRate: rate, channelCount: channelCount)
        guard exact <= Double(limit) + 0.5 else {
            throw .sound(
                .tooLong, .resample, subject(rate), problem: "the result would pass 60 s or 64 MiB",
                advice: "cut the sound, or play it at a lower rate")
        }
        return max(1, Int(exact.rounded()))
    }

    /// How many of its own frames the first `frames` at another rate are made of: those that they last, and what the
    /// filter reads beyond. The filter ends before 256 frames of the lower rate; twice that costs nothing.
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

/// One channel at another rate; `soxr_oneshot` at very high quality (28 bits, linear phase, its delay removed).
///
/// - Parameter frames: how many frames to answer; what the resampler does not fill stays zero.
func soxrOneshot(_ input: [Float], from: Int, to: Int, frames: Int) throws(ThudError) -> [Float] {
    var output = [Float](repeating: 0, count: frames)
    var quality = soxr_quality_spec(UInt(SOXR_VHQ), 0)
    var done = 0
    let error = soxr_oneshot(
        Double(from), Double(to), 1, input, input.count, nil, &output, frames, &done, nil, &quality, nil)
    if let error { throw ThudError(.resampling, String(cString: error)) }
    return output
}

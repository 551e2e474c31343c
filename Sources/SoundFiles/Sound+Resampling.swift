extension Sound {
    /// The same sound at another rate: once, at load, so that playing costs nothing.
    ///
    /// Linear phase at 28 bits of precision; what stands at a moment stays at that moment, with no silence added in
    /// front. The length is `frameCount * rate / sampleRate`, rounded to the nearest frame and at least 1.
    ///
    /// - Parameter rate: frames a second, within `SoundLimits.resamplingRates`. The sound itself if it has that rate.
    /// - Throws: `SoundFileError` with operation `resample`: the rate or the size is out of bounds, or memory is short.
    public func resampled(to rate: Int) throws(SoundFileError) -> Sound {
        if rate == sampleRate { return self }
        let subject = "a sound from \(sampleRate) Hz to \(rate) Hz"
        try SoundFile.checkShape(sampleRate: rate, channelCount: channelCount, .resample, subject)
        if frameCount == 0 { return Sound(sampleRate: rate, channels: channels) }
        let exact = Double(frameCount) * Double(rate) / Double(sampleRate)
        let limit = SoundLimits.maximumFrames(sampleRate: rate, channelCount: channelCount)
        guard exact <= Double(limit) + 0.5 else {
            throw SoundFileError(
                .tooLong, .resample, subject, problem: "the result would pass 60 s or 64 MiB",
                advice: "cut the sound, or play it at a lower rate")
        }
        let frames = max(1, Int(exact.rounded()))
        do {
            var result: [[Float]] = []
            for channel in channels {
                result.append(try soxrOneshot(channel, from: sampleRate, to: rate, frames: frames))
            }
            return Sound(sampleRate: rate, channels: result)
        } catch {
            throw SoundFileError(
                .resampling, .resample, subject, problem: "the resampler refused (\(error.message))",
                advice: "export the sound at \(rate) Hz")
        }
    }
}

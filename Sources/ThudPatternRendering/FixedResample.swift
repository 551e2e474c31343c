import ThudSoundFiles

/// A pitch that stays, made once by the resampler: the sound at another rate, played at that of the rendition.
struct FixedResample: Hashable {
    /// What the sound is resampled to, in hertz.
    let rate: Int
    /// How many frames the whole of it then has.
    let frameCount: Int

    /// The bend that makes a speed.
    ///
    /// Nil where that changes nothing, and where the whole would be too long to hold; that is bent as it plays.
    init?(of sound: Sound, speed: Double, sampleRate: Int) {
        guard speed != 1 else { return nil }
        rate = Int((Double(sampleRate) / speed).rounded())
        guard let count = try? FixedResample.source(sound, sampleRate).frameCount(at: rate) else { return nil }
        frameCount = count
    }

    /// The first frames of the bent sound; nil where the resampler fails.
    func applied(to sound: Sound, sampleRate: Int, upTo frames: Int) -> Sound? {
        try? FixedResample.source(sound, sampleRate).resampled(to: rate, upTo: frames)
    }

    /// A sound as the rendition takes it: at its own rate, with the two channels that are heard.
    private static func source(_ sound: Sound, _ sampleRate: Int) -> Sound {
        Sound(sampleRate: sampleRate, channels: Array(sound.channels.prefix(2)))
    }
}

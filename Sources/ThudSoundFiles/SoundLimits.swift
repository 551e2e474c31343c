/// What Thud accepts as a sound. Files come from anywhere, so each bound holds before memory is spent on it.
public enum SoundLimits {
    /// Sample rates in hertz, from telephone to the fastest converters.
    public static let sampleRates = 4_000...384_000

    /// Rates in hertz that a sound may be brought to: ten times slower or faster than any device plays, for a pattern
    /// that is played at another speed.
    public static let resamplingRates = sampleRates.lowerBound / 10...sampleRates.upperBound * 10

    /// Channels a file may have: mono to 7.1.
    public static let channelCounts = 1...8

    /// The longest sound, in seconds. Effects last a few; a minute leaves room for a bed of music.
    public static let maximumSeconds = 60

    /// The most memory that the decoded samples of one sound may take, in bytes (64 MiB).
    public static let maximumDecodedBytes = 64 << 20

    /// The largest file that is opened at all, in bytes (64 MiB).
    public static let maximumFileBytes = 64 << 20

    /// The largest magnitude of a sample, linear: +40 dB above full scale. What is louder is a damaged file.
    public static let maximumMagnitude: Float = 100

    /// The most frames that a sound of this shape may have, under both bounds of time and memory.
    static func maximumFrames(sampleRate: Int, channelCount: Int) -> Int {
        min(maximumSeconds * sampleRate, maximumDecodedBytes / (MemoryLayout<Float>.stride * channelCount))
    }
}

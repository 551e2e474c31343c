/// The limits of a pattern. Where Apple states a limit it stands here. The others bound memory and time for any file: the
/// largest pattern renders into 64 MiB at 48 kHz, and within seconds.
public enum HapticLimits {
    /// The latest second at which an event, a parameter or a curve may start, which is as long as a song.
    public static let latestStart = 300.0

    /// The longest duration of a sound, in seconds.
    public static let longestSound = 300.0

    /// A `HapticContinuous` lasts at most this many seconds (`CHHapticEvent`), and exactly this long when its duration
    /// is missing or 0, which Core Haptics takes as "until stopped".
    public static let longestContinuous = 30.0

    /// How long a transient is taken to act, in seconds: the burst of MPEG's reference synthesizer (ISO/IEC 23090-31).
    public static let transientLength = 0.022

    /// The most events in one pattern.
    public static let events = 16_384

    /// The most dynamic parameters and control points in one pattern, together.
    public static let controlPoints = 65_536

    /// The most seconds that all `HapticContinuous` events of one pattern may last together.
    public static let continuousSeconds = 3_600.0

    /// The most seconds that all `AudioContinuous` and `AudioCustom` events of one pattern may last together, releases included.
    /// An `AudioCustom` counts by the duration that the pattern gives it.
    public static let soundSeconds = 3_600.0

    /// The most control points that Apple's loader takes in one curve. Longer curves are accepted here, and split when written.
    public static let pointsPerCurve = 16

    /// The longest AHAP file that is read, in bytes: the largest pattern as `AHAP.text` writes it fits.
    public static let fileBytes = 16 << 20

    /// The nearest time in seconds at which something may start; 0 for NaN.
    static func clampStart(_ seconds: Double) -> Double { seconds > 0 ? min(seconds, latestStart) : 0 }
}

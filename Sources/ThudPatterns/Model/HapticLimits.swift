/// The limits of a pattern. Limits that Apple states are used as they are. The others bound memory and time for any
/// file: the largest pattern renders into 64 MiB at 48 kHz, within seconds.
public enum HapticLimits {
    /// The latest second at which an event, a parameter or a curve can start. It is the length of a song.
    public static let latestStart = 300.0
    /// The longest duration that a pattern gives a sound, in seconds. Without one it plays to its end.
    public static let longestSound = 300.0
    /// The longest duration of a `HapticContinuous`, in seconds (`CHHapticEvent`). One whose duration is missing or 0,
    /// which Core Haptics takes as "until stopped", lasts exactly this long.
    public static let longestContinuous = 30.0
    /// How long a transient acts, in seconds: the burst of MPEG's reference synthesizer (ISO/IEC 23090-31).
    public static let transientLength = 0.022
    /// Taps closer together than this, in seconds, are felt as one: pulses merge below about 30 ms.
    package static let nearestTaps = 0.03
    /// The most events in one pattern.
    public static let events = 16_384
    /// The most dynamic parameters and control points in one pattern, in total.
    public static let controlPoints = 65_536
    /// The most seconds that all `HapticContinuous` events of one pattern may last in total.
    public static let continuousSeconds = 3_600.0
    /// The most seconds that all `AudioContinuous` and `AudioCustom` events of one pattern may last in total, releases
    /// included. An `AudioCustom` counts with the duration that the pattern gives it.
    public static let soundSeconds = 3_600.0
    /// The most control points in one curve that Apple's loader accepts. Longer ones are read, and split when written.
    public static let pointsPerCurve = 16
    /// The longest AHAP file that is read, in bytes. The largest pattern fits, as `AHAP.text` writes it.
    public static let fileBytes = 16 << 20

    /// Returns the nearest time in seconds at which something can start, or 0 for NaN.
    static func clampStart(_ seconds: Double) -> Double { seconds > 0 ? min(seconds, latestStart) : 0 }
}

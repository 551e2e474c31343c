import Glibc

/// How well the skin feels a vibration of a frequency: best at 250 Hz, worse to both sides.
public enum SkinSensitivity {
    /// The threshold of the skin at a frequency in hertz, in dB, by the curve of MPEG's haptics coding (ISO/IEC
    /// 23090-31): `|50 (log10(f/550 + 6/11) / log10(6/11))^2| - 45`; lowest, at -45 dB, at 250 Hz.
    public static func threshold(at frequency: Double) -> Double {
        let ratio = log10(max(frequency, 0) / 550 + 6.0 / 11) / log10(6.0 / 11)
        return 50 * ratio * ratio - 45
    }

    /// How strongly a frequency in hertz counts: 1 at 250 Hz, and less as the threshold rises.
    public static func gain(at frequency: Double) -> Double { pow(10, -(threshold(at: frequency) + 45) / 20) }
}

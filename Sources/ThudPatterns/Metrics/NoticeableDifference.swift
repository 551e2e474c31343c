import Glibc

/// Just-noticeable differences (JND): below 1 nobody feels them.
public enum NoticeableDifference {
    /// The JND of a time, in seconds: beyond it sound and touch are felt apart (Adelstein 2003).
    public static let time = 0.024
    /// The JND of an intensity, in decibels of the amplitude.
    public static let decibels = 2.2
    /// The JND of a frequency, as a fraction of it.
    public static let frequency = 0.18

    /// Returns the difference between two times in seconds.
    public static func between(time value: Double, _ other: Double) -> Double { abs(value - other) / time }

    /// The intensity below which nothing is felt: a drive 40 dB below full scale.
    private static let leastIntensity = 0.1

    /// Returns the difference between two intensities. What is too weak to be felt counts as equal.
    public static func between(intensity value: Double, _ other: Double) -> Double {
        40 * abs(log10(max(value, leastIntensity) / max(other, leastIntensity))) / decibels
    }

    /// Returns the difference between two sharpnesses, compared as frequencies.
    public static func between(sharpness value: Double, _ other: Double) -> Double {
        let (one, two) = (DriveLaw.frequency(sharpness: value), DriveLaw.frequency(sharpness: other))
        return (max(one, two) / min(one, two) - 1) / frequency
    }
}

import Glibc
import ThudCore
import ThudPatterns

/// Errors in just-noticeable differences (JND): below 1 nobody feels them.
enum NoticeableDifference {
    /// The JND of a time, in seconds: beyond it sound and touch are felt apart (Adelstein 2003).
    static let time = 0.024
    /// The JND of an intensity, in decibels of the amplitude.
    static let decibels = 2.2
    /// The JND of a frequency, as a fraction of it.
    static let frequency = 0.18

    static func words(time error: Double) -> String { words(error / time) }

    /// Describes an intensity error at the strong level at which it matters most: just below full.
    static func words(intensity error: Double) -> String { words(-40 * log10(max(1 - error, 1e-3)) / decibels) }

    /// Describes a sharpness error at the lowest frequency, at which it matters most.
    static func words(sharpness error: Double) -> String {
        let band = DriveLaw.band
        return words(error * (band.upperBound - band.lowerBound) / band.lowerBound / frequency)
    }

    /// Returns the difference between two intensities, at least one of which is above 0.
    static func between(intensity value: Double, _ other: Double) -> Double {
        40 * log10(max(value, other) / max(min(value, other), 1e-3)) / decibels
    }

    /// Returns the difference between two sharpnesses, compared as frequencies.
    static func between(sharpness value: Double, _ other: Double) -> Double {
        let (one, two) = (DriveLaw.frequency(sharpness: value), DriveLaw.frequency(sharpness: other))
        return (max(one, two) / min(one, two) - 1) / frequency
    }

    static func words(_ ratio: Double) -> String {
        "\(shown(max(ratio, 0.01).rounded(decimals: 2))) JND"
    }
}

/// The most noticeable of several differences.
struct LargestDifference: Hashable, Sendable {
    private(set) var error = 0.0
    private var noticed = 0.0
    var words: String { NoticeableDifference.words(noticed) }
    /// Whether the difference exceeds the noise of arithmetic.
    var isThere: Bool { error > 1e-6 }

    mutating func note(intensity value: Double, against other: Double) {
        note(abs(value - other), NoticeableDifference.between(intensity: value, other))
    }

    mutating func note(sharpness value: Double, against other: Double) {
        note(abs(value - other), NoticeableDifference.between(sharpness: value, other))
    }

    private mutating func note(_ difference: Double, _ noticed: Double) {
        if noticed > self.noticed { (error, self.noticed) = (difference, noticed) }
    }
}

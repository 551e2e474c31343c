import Glibc
import ThudCore
import ThudPatterns

/// Errors in just-noticeable differences (JND): below 1 nobody feels them.
enum NoticeableDifference {
    /// Of a time, in seconds: sound and touch that are so far apart are told apart (Adelstein 2003).
    static let time = 0.024

    /// Of an intensity, in decibels of the amplitude.
    static let decibels = 2.2

    /// Of a frequency, as a part of it.
    static let frequency = 0.18

    /// An error of time in seconds.
    static func words(time error: Double) -> String { words(error / time) }

    /// An error of intensity, where it weighs most of what is strong: just below the full one.
    static func words(intensity error: Double) -> String {
        words(-40 * log10(max(1 - error, 1e-3)) / decibels)
    }

    /// An error of sharpness, where it weighs most: at the lowest frequency.
    static func words(sharpness error: Double) -> String {
        let band = DriveLaw.band
        return words(error * (band.upperBound - band.lowerBound) / band.lowerBound / frequency)
    }

    /// The difference between two intensities, of which one at least is above 0.
    static func between(intensity value: Double, _ other: Double) -> Double {
        40 * log10(max(value, other) / max(min(value, other), 1e-3)) / decibels
    }

    /// The difference between two sharpnesses, as frequencies.
    static func between(sharpness value: Double, _ other: Double) -> Double {
        let (one, two) = (DriveLaw.frequency(sharpness: value), DriveLaw.frequency(sharpness: other))
        return (max(one, two) / min(one, two) - 1) / frequency
    }

    static func words(_ ratio: Double) -> String {
        "\(shown(max(ratio, 0.01).rounded(decimals: 2))) JND"
    }
}

/// The largest of some differences, by how well it is noticed.
struct LargestDifference: Hashable, Sendable {
    /// In the unit of what differs.
    private(set) var error = 0.0
    private var noticed = 0.0

    /// In just-noticeable differences.
    var words: String { NoticeableDifference.words(noticed) }

    /// Whether there is more than the noise of arithmetic.
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

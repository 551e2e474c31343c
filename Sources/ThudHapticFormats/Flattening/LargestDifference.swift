import Glibc
import ThudCore
import ThudPatterns

/// The most noticeable of several differences.
struct LargestDifference: Hashable, Sendable {
    private(set) var error = 0.0
    private var noticed = 0.0
    var words: String { NoticeableDifference.words(noticed) }
    /// Whether the difference exceeds the noise of arithmetic.
    var isThere: Bool { error > 1e-6 }

    mutating func include(intensity value: Double, against other: Double) {
        include(abs(value - other), NoticeableDifference.between(intensity: value, other))
    }

    mutating func include(sharpness value: Double, against other: Double) {
        include(abs(value - other), NoticeableDifference.between(sharpness: value, other))
    }

    mutating func include(_ other: LargestDifference) { include(other.error, other.noticed) }

    /// What nobody notices is a difference, too, if there is no other one.
    private mutating func include(_ difference: Double, _ noticed: Double) {
        if (noticed, difference) > (self.noticed, error) { (error, self.noticed) = (difference, noticed) }
    }
}

/// Errors of conversions in words.
extension NoticeableDifference {
    static func words(time error: Double) -> String { words(error / time) }

    /// Describes an intensity error just below full strength.
    static func words(intensity error: Double) -> String { words(-40 * log10(max(1 - error, 1e-3)) / decibels) }

    /// Describes a sharpness error at the lowest frequency, at which it matters most.
    static func words(sharpness error: Double) -> String {
        let band = DriveLaw.band
        return words(error * (band.upperBound - band.lowerBound) / band.lowerBound / frequency)
    }

    static func words(_ ratio: Double) -> String { "\(shown(max(ratio, 0.01).rounded(decimals: 2))) JND" }
}

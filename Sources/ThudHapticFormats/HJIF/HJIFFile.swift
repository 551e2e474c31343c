import ThudCore
import ThudHaptics

/// MPEG's interchange format for haptics (ISO/IEC 23090-31, `.hjif`), of it the parametric part: bands of transients
/// and of vectorial waves with keyframes. Wavelets, curves (of force and its like), other senses than vibration and
/// composite effects are passed over with a diagnostic.
///
/// Levels are those with which MPEG's reference software encodes AHAP: an amplitude of 0.6138 is a vibration of full
/// intensity, 0.792 a tap of full intensity, both linear; 65 to 300 Hz are sharpness 0 to 1. Where two effects
/// vibrate at one time the stronger one is kept.
///
/// What is written is the profile "Simple Parametric", level 1: whole milliseconds, whole hertz.
enum HJIFFile {
    static let name = "a .hjif file"

    /// What stands for the date of a pattern that has none: a file without one is refused by MPEG's reference software,
    /// and the same pattern is always the same text.
    static let noDate = "1970-01-01"

    /// Whether MPEG's reference software takes a text for a date: there is a year in it.
    static func isDate(_ text: String) -> Bool {
        var digits = 0
        for character in text.utf8 {
            digits = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character) ? digits + 1 : 0
            if digits == 4 { return true }
        }
        return false
    }

    /// The amplitude of a vibration of full intensity.
    static let waveAmplitude = DriveLaw.continuousGain

    /// The amplitude of a tap of full intensity.
    static let tapAmplitude = DriveLaw.transientGain

    /// The sharpness of a frequency in hertz.
    static func sharpness(hertz: Double) -> Double {
        let band = DriveLaw.band
        return min(max((hertz - band.lowerBound) / (band.upperBound - band.lowerBound), 0), 1)
    }
}

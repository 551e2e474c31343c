import ThudCore
import ThudHaptics

/// Lofelt's and Meta's `.haptic` files, version 1: one envelope of amplitude, one of frequency, and emphasis on points
/// of the amplitude. All values are 0 to 1, times are seconds.
///
/// What is read becomes what the authors' own converters make of it (Lofelt's NiceVibrations, Meta's Haptics SDK):
/// intensity is the root of amplitude, for in Core Haptics intensity is quadratic; sharpness is the root of frequency;
/// one `HapticContinuous` of intensity 1 and sharpness 0 carries both as curves; an emphasis is a `HapticTransient`
/// whose intensity is the root of its amplitude and whose sharpness is its frequency; under it the curve is a fifth
/// lower. Two things differ, for theirs would not be felt as the file is: the points' times count from the curve's own
/// start, and curves open for taps (``Notch``), which their players reach by playing two patterns at once.
///
/// Where a file says nothing of frequency it is in the middle, 0.5, as Meta's renderer starts; their converter to AHAP,
/// which leaves it at 0, is not followed in this.
///
/// Times are taken to the microsecond, which is what AHAP files are written with.
///
/// What is written is the way back, point by point, for a pattern of that form. Any other is evaluated, with points
/// added until straight lines of amplitude stay within ``tolerance`` of the pattern's.
enum HapticFile {
    /// How far the amplitude between two points written may be from the pattern's, of the full amplitude.
    static let tolerance = 0.02

    /// By how much the vibration is held down under an emphasis ("AMPLITUDE_DUCKING" of both converters).
    static let ducking = 0.2

    /// The frequency of a file that says nothing of it, 0 to 1.
    static let middleFrequency = 0.5

    static let name = "a .haptic file"
}

import ThudCore
import ThudHaptics

/// RichTap's `.he` files: events with whole milliseconds, whole percents, and curves of strength (0 to 1, multiplied)
/// and frequency (-100 to 100, added) over each continuous event, which is how AHAP's controls work too. So intensity
/// and frequency divided by 100 are AHAP's intensity and sharpness.
///
/// Version 1 has one `Pattern` of up to 16 events, with 4 points a curve; version 2 a `PatternList` of them, each with
/// an `AbsoluteTime` that is added to its events', and up to 16 points. Version 1 is written where it suffices, since
/// some devices know no other, and version 2 otherwise.
///
/// `Index` (0 both actuators, 1 left, 2 right) is not told apart: of two sides the stronger one is kept.
enum HEFile {
    static let name = "a .he file"

    /// Events in one `Pattern`.
    static let eventsPerPattern = 16

    /// Points of a curve: of these at least, and at most in version 1.
    static let fewestPoints = 4

    /// Points of a curve at most, in version 2.
    static let mostPoints = 16

    /// How long a continuous event may be, in milliseconds.
    static let longest = 5_000

    /// The frequency that RichTap's own player takes for -1, in percent.
    static let usualFrequency = 56.0
}

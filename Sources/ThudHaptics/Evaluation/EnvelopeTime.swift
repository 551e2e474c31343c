import Glibc

/// Attack, decay and release as seconds.
///
/// Apple calls the adjusters 0 to 1 "exponential" and publishes no seconds. Thud takes
/// `seconds = (e^(4x) - 1) / (e^4 - 1)`, which is exactly 0 at 0 and 1 s at 1, and gives the short times most of the
/// range: 0.25 is 32 ms, 0.5 is 119 ms, 0.75 is 356 ms.
public enum EnvelopeTime {
    /// The longest attack, decay or release, in seconds.
    public static let longest = 1.0

    /// How fast an unsustained event without a decay time fades, in seconds: about as long as a transient.
    public static let shortestDecay = 0.02

    private static let bend = 4.0

    /// Seconds for an adjuster, 0 to 1.
    public static func seconds(_ adjuster: Double) -> Double {
        longest * expm1(bend * min(max(adjuster, 0), 1)) / expm1(bend)
    }

    /// The adjuster, 0 to 1, for a number of seconds: the nearest where there is none so short or long.
    public static func adjuster(seconds: Double) -> Double {
        log1p(min(max(seconds / longest, 0), 1) * expm1(bend)) / bend
    }
}

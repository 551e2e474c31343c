import Glibc

/// The level of a `HapticContinuous` over time, 0 to 1: up in a straight line over the attack; held for the duration,
/// or down over the decay when not sustained; down over the release from wherever it stands.
///
/// Straight lines in intensity are curves in amplitude, for amplitude is intensity squared.
struct Envelope: Hashable, Sendable {
    /// Seconds.
    let attack: Double
    /// Seconds; never quite 0, see ``EnvelopeTime/shortestDecay``.
    let decay: Double
    let isSustained: Bool
    /// Seconds before the release begins.
    let duration: Double
    /// Seconds.
    let release: Double

    init(attack: Double, decay: Double, isSustained: Bool, duration: Double, release: Double) {
        self.attack = attack
        self.decay = max(decay, EnvelopeTime.shortestDecay)
        self.isSustained = isSustained
        self.duration = duration
        self.release = release
    }

    /// Seconds from the start until the level is 0 for good.
    var length: Double {
        let whole = duration + release
        return isSustained ? whole : min(whole, attack + decay)
    }

    /// The level, `elapsed` seconds after the start.
    func level(at elapsed: Double) -> Double {
        guard elapsed >= 0 else { return 0 }
        if elapsed < duration { return held(at: elapsed) }
        let fading = elapsed - duration
        return fading < release ? held(at: duration) * (1 - fading / release) : 0
    }

    private func held(at elapsed: Double) -> Double {
        if elapsed < attack { return elapsed / attack }
        return isSustained ? 1 : max(0, 1 - (elapsed - attack) / decay)
    }
}

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

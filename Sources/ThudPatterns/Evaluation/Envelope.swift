import Glibc
import ThudCore

/// The level of a `HapticContinuous` or of a sound over time, 0 to 1. It rises over the attack. It is held for the
/// duration, or falls over the decay when the event is not sustained. Over the release it falls from wherever it stands.
///
/// Straight lines in intensity are curves in amplitude, because amplitude is intensity squared.
struct Envelope: Hashable, Sendable {
    /// The level by the seconds since the start of the event.
    let curve: PiecewiseLinear

    /// How long the level rises, in seconds.
    let attack: Double

    /// An envelope; all times are in seconds, and `duration` is the time before the release begins.
    init(attack: Double, decay: Double, isSustained: Bool, duration: Double, release: Double) {
        self.attack = attack
        var points: [PiecewiseLinear.Point] = []
        func add(_ time: Double, _ value: Double) { points.append(.init(time: time, value: value)) }
        add(0, attack > 0 ? 0 : 1)
        var held = attack > 0 ? min(1, duration / attack) : 1
        if attack > 0, attack < duration { add(attack, 1) }
        let decay = max(decay, EnvelopeTime.shortestDecay)
        if !isSustained, attack < duration { held = max(0, 1 - (duration - attack) / decay) }
        if held == 0, !isSustained {
            add(attack + decay, 0)
        } else {
            add(duration, held)
            if release > 0 { add(duration + release, 0) }
        }
        curve = PiecewiseLinear(points) ?? PiecewiseLinear(constant: 1, from: 0, to: 0)
    }

    /// Seconds from the start until the level is 0 for good.
    var length: Double { curve.end }

    /// The level, `elapsed` seconds after the start.
    func level(at elapsed: Double) -> Double { elapsed >= 0 && elapsed < length ? curve.value(at: elapsed) : 0 }
}

/// Attack, decay and release as seconds.
///
/// Apple calls the adjusters 0 to 1 "exponential" and publishes no seconds. Thud takes
/// `seconds = (e^(4x) - 1) / (e^4 - 1)`, which is exactly 0 at 0 and 1 s at 1, and gives the short times most of the
/// range: 0.25 is 32 ms, 0.5 is 119 ms, 0.75 is 356 ms.
public enum EnvelopeTime {
    /// The longest attack, decay or release, in seconds.
    public static let longest = 1.0

    /// How long an unsustained event without a decay time fades, in seconds: about as long as a transient.
    public static let shortestDecay = 0.02

    private static let bend = 4.0

    /// Seconds for an adjuster, 0 to 1.
    public static func seconds(_ adjuster: Double) -> Double {
        longest * expm1(bend * min(max(adjuster, 0), 1)) / expm1(bend)
    }

    /// The adjuster, 0 to 1, for a number of seconds. The nearest one stands for seconds that no adjuster gives.
    public static func adjuster(seconds: Double) -> Double {
        log1p(min(max(seconds / longest, 0), 1) * expm1(bend)) / bend
    }
}

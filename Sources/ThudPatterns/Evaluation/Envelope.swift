import Glibc
import ThudCore

/// The level of a `HapticContinuous` or of a sound over time, 0 to 1. It rises over the attack. It holds for the
/// duration, or falls over the decay if the event is not sustained. Over the release it falls from its current value.
///
/// Straight lines in intensity are curves in amplitude, because amplitude is intensity squared.
struct Envelope: Hashable, Sendable {
    /// The level over the seconds since the start of the event.
    let curve: PiecewiseLinear

    /// Creates an envelope. All times are in seconds, and `duration` is the time before the release starts.
    init(attack: Double, decay: Double, isSustained: Bool, duration: Double, release: Double) {
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

    /// The time from the start until the level stays at 0, in seconds.
    var length: Double { curve.end }

    func level(at elapsed: Double) -> Double { elapsed >= 0 && elapsed < length ? curve.value(at: elapsed) : 0 }
}

/// Converts attack, decay and release between adjusters and seconds.
///
/// Apple calls the adjusters from 0 to 1 "exponential" and publishes no seconds. Thud takes
/// `seconds = (e^(4x) - 1) / (e^4 - 1)`, which is exactly 0 s at 0 and 1 s at 1. Most of the range goes to short
/// times: 0.25 is 32 ms, 0.5 is 119 ms, 0.75 is 356 ms.
public enum EnvelopeTime {
    /// The longest attack, decay or release, in seconds.
    public static let longest = 1.0
    /// How long an unsustained event without a decay time fades, in seconds. This is about the length of a transient.
    public static let shortestDecay = 0.02
    private static let bend = 4.0

    /// Returns the seconds for an adjuster from 0 to 1.
    public static func seconds(_ adjuster: Double) -> Double {
        longest * expm1(bend * min(max(adjuster, 0), 1)) / expm1(bend)
    }

    /// Returns the adjuster from 0 to 1 for a number of seconds. Seconds out of range give the nearest adjuster.
    public static func adjuster(seconds: Double) -> Double {
        log1p(min(max(seconds / longest, 0), 1) * expm1(bend)) / bend
    }
}

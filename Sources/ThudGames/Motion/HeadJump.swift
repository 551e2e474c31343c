import Glibc
import ThudCore

/// A jump on the spot: half a sine of push, a flight, half a sine of landing.
///
/// What the push gives in speed the flight turns round and the landing takes away, as in a real jump.
struct HeadJump: Hashable, Sendable {
    /// Seconds of each part.
    var push: Double
    var flight: Double
    var landing: Double
    /// The shaking of the head that the landing causes.
    var whip: HeadShake

    /// How long all of it takes, in seconds.
    var duration: Double { push + flight + landing + whip.duration }

    /// Adds what the jump does at `time` seconds from the start.
    func add(to pose: inout HeadPose, at time: Double) {
        guard time > 0 else { return }
        let touchdown = push + flight
        // In g: a speed of flight/2, made in half a sine whose area is 2/π of its height.
        let impulse = flight / 2 * (Double.pi / 2)
        if time < push {
            pose.upward += impulse / push * sin(Double.pi * time / push)
        } else if time < touchdown {
            pose.upward -= 1
        } else {
            if time < touchdown + landing {
                pose.upward += impulse / landing * sin(Double.pi * (time - touchdown) / landing)
            }
            whip.add(to: &pose, at: time - touchdown)
        }
    }

    /// A jump of 0.25 to 0.45 s in the air.
    static func any(drawing generator: inout SeededGenerator) -> HeadJump {
        HeadJump(
            push: generator.between(0.15, 0.25), flight: generator.between(0.25, 0.45),
            landing: generator.between(0.05, 0.12), whip: .landing(drawing: &generator))
    }
}

import Glibc
import ThudCore

/// How the head moves, whenever it begins to.
protocol HeadShape: Sendable {
    /// The duration in seconds.
    var duration: Double { get }

    /// Adds what the movement contributes `time` seconds after its start.
    func add(to pose: inout HeadPose, at time: Double)
}

struct HeadMovement: Sendable {
    let start: Instant
    let end: Instant
    private let shape: any HeadShape

    init(_ shape: any HeadShape, at start: Instant) {
        self.shape = shape
        self.start = start
        end = start + .seconds(shape.duration)
    }

    func add(to pose: inout HeadPose, at instant: Instant) { shape.add(to: &pose, at: (instant - start).seconds) }
}

/// A movement of the head through angles, each reached with minimum jerk.
///
/// Minimum jerk is how people move (Flash and Hogan 1985): 10τ³ - 15τ⁴ + 6τ⁵ of the way at the fraction τ of the time.
struct HeadPath: HeadShape {
    /// An angle in radians, and the time in seconds to reach it from the previous one.
    struct Leg {
        var seconds: Double
        var angle: Double
    }

    var from: Double
    var legs: [Leg]

    var duration: Double { legs.reduce(0) { $0 + $1.seconds } }

    /// Adds angle, angular velocity and angular acceleration at `time` seconds from the start.
    func add(to pose: inout HeadPose, at time: Double) {
        guard time > 0 else { return pose.pitch += from }
        var start = 0.0
        var origin = from
        for leg in legs {
            if time < start + leg.seconds {
                let t = (time - start) / leg.seconds
                let way = leg.angle - origin
                pose.pitch += origin + way * t * t * t * (10 + t * (6 * t - 15))
                pose.pitchRate += way * 30 * t * t * (1 + t * (t - 2)) / leg.seconds
                pose.pitchAcceleration += way * 60 * t * (1 + t * (2 * t - 3)) / (leg.seconds * leg.seconds)
                return
            }
            start += leg.seconds
            origin = leg.angle
        }
        pose.pitch += origin
    }

    /// Returns a deliberate tilt: out by 45 to 70 degrees within 120 to 350 ms, held with a slight sag, back with a
    /// slight overshoot, settled. `direction` is 1 for down and -1 for up.
    static func tilt(_ direction: Double, pace: Pace, drawing generator: inout SeededGenerator) -> HeadPath {
        let size = direction * Angle.radians(generator.between(45, 70))
        let rise = generator.between(0.12, 0.35)
        let hold = generator.between(0.1, 0.5)
        let sag = generator.between(0.92, 1.04)
        let back = generator.between(0.2, 0.5)
        let overshoot = -size * generator.between(0, 0.12)
        let brisk = pace == .brisk
        return HeadPath(
            from: 0,
            legs: [
                Leg(seconds: brisk ? 0.12 : rise, angle: size),
                Leg(seconds: brisk ? 0.08 : hold, angle: size * sag),
                Leg(seconds: brisk ? 0.2 : back, angle: overshoot),
                Leg(seconds: 0.15, angle: 0),
            ])
    }

    /// Returns an unintended movement of 8 to 27 degrees either way.
    static func glance(drawing generator: inout SeededGenerator) -> HeadPath {
        let size = Angle.radians(generator.between(8, 27)) * (generator.chance(0.5) ? 1 : -1)
        return HeadPath(
            from: 0,
            legs: [
                Leg(seconds: generator.between(0.15, 0.6), angle: size),
                Leg(seconds: generator.between(0.1, 0.8), angle: size * generator.between(0.8, 1)),
                Leg(seconds: generator.between(0.2, 0.6), angle: 0),
            ])
    }
}

/// A burst of shaking that swells and fades: laughter, or the head after a landing.
struct HeadShake: HeadShape {
    /// The time from the first shake to the last, in seconds.
    var duration: Double
    /// The frequency in Hz.
    var frequency: Double
    /// The largest pitch to either side, in radians.
    var size: Double
    /// The largest acceleration of the neck, upwards (`bounce`) and forwards (`push`), in g.
    var bounce: Double
    var push: Double
    /// The phase at which the shaking begins, in radians.
    var phase: Double

    func add(to pose: inout HeadPose, at time: Double) {
        guard time > 0, time < duration else { return }
        // The envelope is sin² over the whole burst. The rest is the product rule.
        let k = Double.pi / duration
        let swell = (1 - cos(2 * k * time)) / 2
        let swellRate = k * sin(2 * k * time)
        let swellBend = 2 * k * k * cos(2 * k * time)
        let w = 2 * Double.pi * frequency
        let (s, c) = (sin(w * time + phase), cos(w * time + phase))
        pose.pitch += size * swell * s
        pose.pitchRate += size * (swellRate * s + swell * w * c)
        pose.pitchAcceleration += size * (swellBend * s + 2 * swellRate * w * c - swell * w * w * s)
        pose.upward += bounce * swell * c
        pose.forward += push * swell * s
    }

    /// Returns laughter: 1 to 3 seconds at 4 to 6 Hz, 3 to 20 degrees, with shaking shoulders.
    static func laughter(drawing generator: inout SeededGenerator) -> HeadShake {
        HeadShake(
            duration: generator.between(1, 3), frequency: generator.between(4, 6),
            size: Angle.radians(generator.between(3, 20)), bounce: generator.between(0.05, 0.5),
            push: generator.between(0.05, 0.4), phase: generator.between(0, 2 * Double.pi))
    }

    /// Returns the shaking after a landing: two or three shakes of 4 to 14 degrees.
    static func landing(drawing generator: inout SeededGenerator) -> HeadShake {
        HeadShake(
            duration: generator.between(0.4, 0.7), frequency: generator.between(3, 5),
            size: Angle.radians(generator.between(4, 14)), bounce: 0, push: generator.between(0, 0.3), phase: 0)
    }
}

/// A jump on the spot: half a sine of push, a flight, half a sine of landing. The flight reverses the speed gained in
/// the push, and the landing removes it, as in a real jump.
struct HeadJump: HeadShape {
    /// The duration of each part in seconds.
    var push: Double
    var flight: Double
    var landing: Double
    /// The shaking of the head that the landing causes.
    var whip: HeadShake

    /// The duration of the whole jump in seconds.
    var duration: Double { push + flight + landing + whip.duration }

    func add(to pose: inout HeadPose, at time: Double) {
        guard time > 0 else { return }
        let touchdown = push + flight
        // In g: a speed of flight/2, gained in half a sine, the area of which is 2/π of its height.
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

    /// Returns a jump of 0.25 to 0.45 s in the air.
    static func any(drawing generator: inout SeededGenerator) -> HeadJump {
        HeadJump(
            push: generator.between(0.15, 0.25), flight: generator.between(0.25, 0.45),
            landing: generator.between(0.05, 0.12), whip: .landing(drawing: &generator))
    }
}

import ThudCore

/// A movement of the head through angles, each reached with the least jerk.
///
/// Minimum jerk is how people move (Flash and Hogan 1985): 10τ³ - 15τ⁴ + 6τ⁵ of the way at the share τ of the time.
struct HeadPath: Hashable, Sendable {
    /// An angle in radians and the time in seconds to get there from the one before.
    struct Leg: Hashable, Sendable {
        var seconds: Double
        var angle: Double
    }

    var from: Double
    var legs: [Leg]

    /// How long the whole movement takes, in seconds.
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

    /// A deliberate tilt: out, held with a little sag, back with a little overshoot, settled.
    ///
    /// Out by 45 to 70 degrees within 120 to 350 ms. `direction` is 1 for down and -1 for up.
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

    /// A movement that was not meant: 8 to 27 degrees either way.
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

import Glibc
import ThudCore

/// A burst of shaking that swells and fades: laughter, or the head after a landing.
struct HeadShake: Hashable, Sendable {
    /// Seconds from the first shake to the last.
    var duration: Double
    /// Shakes a second.
    var frequency: Double
    /// The largest pitch in radians, to either side.
    var size: Double
    /// The largest acceleration of the neck in g, upwards and forwards.
    var bounce: Double
    var push: Double
    /// Where in its turn the shake begins, in radians.
    var phase: Double

    /// Adds what the shaking does at `time` seconds from the start.
    func add(to pose: inout HeadPose, at time: Double) {
        guard time > 0, time < duration else { return }
        // The swell is sin² over the whole burst; then the product rule.
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

    /// Laughter: 1 to 3 seconds at 4 to 6 Hz, 3 to 20 degrees, the shoulders shaking along.
    static func laughter(drawing generator: inout SeededGenerator) -> HeadShake {
        HeadShake(
            duration: generator.between(1, 3), frequency: generator.between(4, 6),
            size: Angle.radians(generator.between(3, 20)), bounce: generator.between(0.05, 0.5),
            push: generator.between(0.05, 0.4), phase: generator.between(0, 2 * Double.pi))
    }

    /// The head after a landing: two or three shakes of 4 to 14 degrees.
    static func landing(drawing generator: inout SeededGenerator) -> HeadShake {
        HeadShake(
            duration: generator.between(0.4, 0.7), frequency: generator.between(3, 5),
            size: Angle.radians(generator.between(4, 14)), bounce: 0, push: generator.between(0, 0.3), phase: 0)
    }
}

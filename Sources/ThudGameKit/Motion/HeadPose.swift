import Glibc
import ThudCore

/// The movement of the head at one moment, and the readings it causes along the axes of a phone on the forehead.
struct HeadPose: Hashable, Sendable {
    /// The position of the phone relative to the joint that nods, in metres: on the forehead of an adult.
    static let height = 0.08
    static let depth = 0.10
    /// Standard gravity in m/s², for the conversion of accelerations to g.
    static let standardGravity = 9.80665

    /// Nodding: radians, rad/s and rad/s².
    var pitch = 0.0
    var pitchRate = 0.0
    var pitchAcceleration = 0.0
    /// Tilting to a shoulder: radians and rad/s.
    var roll = 0.0
    var rollRate = 0.0
    var yawRate = 0.0
    /// The acceleration of the neck in g, upwards and forwards.
    var upward = 0.0
    var forward = 0.0

    /// The angular velocity in rad/s: the head turns about the vertical, nods about the ears, tilts about the nose.
    var rotationRate: SIMD3<Double> {
        let (vy, vz) = (yawRate * cos(pitch), -yawRate * sin(pitch))
        let (c, s) = (cos(roll), sin(roll))
        return SIMD3(c * pitchRate + s * vy, c * vy - s * pitchRate, vz + rollRate)
    }

    /// The specific force in g: gravity, the neck's acceleration, and the effect of nodding at a distance from the
    /// joint. Turning and shoulder tilts are slow, so their own effect is left out.
    var acceleration: SIMD3<Double> {
        let (c, s) = (cos(pitch), sin(pitch))
        let up = 1 + upward
        let (spin, turn) = (pitchRate * pitchRate, pitchAcceleration)
        let y = c * up + s * forward - (turn * Self.depth + spin * Self.height) / Self.standardGravity
        let z = c * forward - s * up + (turn * Self.height - spin * Self.depth) / Self.standardGravity
        let (cr, sr) = (cos(roll), sin(roll))
        return SIMD3(sr * y, cr * y, z)
    }
}

/// The posture of a head at rest: never quite straight, and never quite the same.
struct HeadPosture: Hashable, Sendable {
    /// A slow swing: its amplitude in radians, its period in seconds, its initial phase in radians.
    private struct Swing: Hashable, Sendable {
        var size: Double
        var period: Double
        var phase: Double

        func angle(_ time: Double) -> Double { size * sin(2 * Double.pi * time / period + phase) }
        func rate(_ time: Double) -> Double {
            size * 2 * Double.pi / period * cos(2 * Double.pi * time / period + phase)
        }
    }

    private var resting: Double
    private var drift: Swing
    private var wobble: Swing
    private var roll: Swing
    private var yaw: Swing

    /// Draws a posture: at rest within 6 degrees, drifting up to 15 degrees a minute, wobbling up to 1.5 degrees.
    init(drawing generator: inout SeededGenerator) {
        resting = Angle.radians(generator.between(-6, 6))
        // Half a period a minute, from one end to the other.
        drift = Swing(
            size: Angle.radians(generator.between(-7.5, 7.5)), period: 120,
            phase: generator.between(-1, 1) - Double.pi / 2)
        func swing(_ degrees: ClosedRange<Double>, _ period: ClosedRange<Double>) -> Swing {
            Swing(
                size: Angle.radians(generator.between(degrees)), period: generator.between(period),
                phase: generator.between(0, 2 * Double.pi))
        }
        wobble = swing(0...1.5, 7...15)
        roll = swing(0...8, 3...9)
        yaw = swing(5...40, 3...9)
    }

    /// Returns the neutral pitch in radians at `time` seconds.
    func neutral(at time: Double) -> Double { resting + drift.angle(time) + wobble.angle(time) }

    func add(to pose: inout HeadPose, at time: Double) {
        pose.pitch += neutral(at: time)
        pose.pitchRate += drift.rate(time) + wobble.rate(time)
        pose.roll += roll.angle(time)
        pose.rollRate += roll.rate(time)
        pose.yawRate += yaw.rate(time)
    }
}

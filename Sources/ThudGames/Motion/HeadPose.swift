import Glibc

/// How the head moves at one moment, and what the sensors of a phone on its forehead feel of it.
struct HeadPose: Hashable, Sendable {
    /// Where the phone sits from the joint that nods, in metres: on the forehead of an adult.
    static let height = 0.08
    static let depth = 0.10
    /// Standard gravity in m/s², by which accelerations are divided to be in g.
    static let standardGravity = 9.80665

    /// Nodding: radians, rad/s and rad/s².
    var pitch = 0.0
    var pitchRate = 0.0
    var pitchAcceleration = 0.0
    /// Tilting to a shoulder: radians and rad/s.
    var roll = 0.0
    var rollRate = 0.0
    /// Turning to look about: rad/s.
    var yawRate = 0.0
    /// How the neck accelerates, in g: upwards and forwards.
    var upward = 0.0
    var forward = 0.0

    /// Three numbers along the phone's axes.
    struct Triple: Hashable, Sendable {
        var x: Double
        var y: Double
        var z: Double
    }

    /// The angular velocity in rad/s: the head turns about the vertical, nods about the ears, tilts about the nose.
    var rotationRate: Triple {
        let (vy, vz) = (yawRate * cos(pitch), -yawRate * sin(pitch))
        let (c, s) = (cos(roll), sin(roll))
        return Triple(x: c * pitchRate + s * vy, y: c * vy - s * pitchRate, z: vz + rollRate)
    }

    /// The specific force in g: gravity, the neck's acceleration, and the pull of nodding at a distance from the joint.
    ///
    /// Turning and shoulder tilts are slow; their own pull is left out.
    var acceleration: Triple {
        let (c, s) = (cos(pitch), sin(pitch))
        let up = 1 + upward
        let (spin, turn) = (pitchRate * pitchRate, pitchAcceleration)
        let y = c * up + s * forward - (turn * Self.depth + spin * Self.height) / Self.standardGravity
        let z = c * forward - s * up + (turn * Self.height - spin * Self.depth) / Self.standardGravity
        let (cr, sr) = (cos(roll), sin(roll))
        return Triple(x: sr * y, y: cr * y, z: z)
    }
}

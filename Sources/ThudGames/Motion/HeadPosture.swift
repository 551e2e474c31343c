import Glibc
import ThudCore

/// How a head is held when it does nothing: never quite straight, and never quite the same.
struct HeadPosture: Hashable, Sendable {
    /// A slow swing: the angle in radians at its end, the seconds of a whole period, where it begins in radians.
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

    /// A posture of its own: at rest within 6 degrees, drifting by up to 15 degrees in a minute, wobbling by up to 1.5.
    init(drawing generator: inout SeededGenerator) {
        resting = Angle.radians(generator.between(-6, 6))
        // Half a period a minute, from one end to the other.
        drift = Swing(
            size: Angle.radians(generator.between(-7.5, 7.5)), period: 120,
            phase: generator.between(-1, 1) - Double.pi / 2)
        wobble = Swing(
            size: Angle.radians(generator.between(0, 1.5)), period: generator.between(7, 15),
            phase: generator.between(0, 2 * Double.pi))
        roll = Swing(
            size: Angle.radians(generator.between(0, 8)), period: generator.between(3, 9),
            phase: generator.between(0, 2 * Double.pi))
        yaw = Swing(
            size: Angle.radians(generator.between(5, 40)), period: generator.between(3, 9),
            phase: generator.between(0, 2 * Double.pi))
    }

    /// The neutral pitch in radians at `time` seconds.
    func neutral(at time: Double) -> Double { resting + drift.angle(time) + wobble.angle(time) }

    /// Adds the posture at `time` seconds.
    func add(to pose: inout HeadPose, at time: Double) {
        pose.pitch += neutral(at: time)
        pose.pitchRate += drift.rate(time) + wobble.rate(time)
        pose.roll += roll.angle(time)
        pose.rollRate += roll.rate(time)
        pose.yawRate += yaw.rate(time)
    }
}

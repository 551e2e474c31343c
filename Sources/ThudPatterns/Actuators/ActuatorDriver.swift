import Glibc

/// The amplitude of an actuator whose driver closes a loop over the voltage that the moving mass induces (back-EMF).
///
/// The amplitude of a mass on a spring, under a force of amplitude f at a carrier, follows `z' = (g + i d) (f - z)`.
/// The unit is the amplitude that the force reaches if it lasts. Here `g = w0 / (2 Q)` is how fast the mass settles,
/// and `d = (wc^2 - w0^2) / (2 wc)` is how far the carrier wc lies from the resonance w0, both in 1/s. If a force is
/// simply switched on, z turns around its end point with d while it settles, so away from the resonance it overshoots.
///
/// A driver that measures the movement keeps it in phase with the carrier and never beyond the target amplitude:
///
/// - It rises as fast as a force of `overdrive` times the target allows. For a swing r on the way to a target e that
///   is `r' = -g r + sqrt((g^2 + d^2) overdrive^2 e^2 - d^2 r^2)`, and at the resonance `g (overdrive e - r)`.
/// - It falls as the mass does by itself when the force ends, and faster by the driver's own opposition. The distance
///   to e shrinks with `(1 + braking) g`, and with d too while there is a carrier.
/// - With a target of 0 there is no carrier. The mass swings at its resonance, and the driver brakes that.
struct ActuatorDriver {
    /// The amplitude of the movement, in the units of the target.
    private(set) var swing = 0.0
    private let resonance: ActuatorResonance

    init(_ resonance: ActuatorResonance) { self.resonance = resonance }

    /// Follows an amplitude of 0 or more on a carrier in hertz for some seconds.
    mutating func follow(_ target: Double, carrier: Double, for seconds: Double) {
        guard target != swing else { return }
        // Eight steps follow even the steepest rise well.
        let steps = swing < target ? 8 : 1
        var driver = FixedCarrierDriver(resonance, carrier: carrier, step: seconds / Double(steps))
        driver.swing = swing
        for _ in 0..<steps where driver.swing != target {
            if target > 0 { driver.follow(target) } else { driver.brake() }
        }
        swing = driver.swing
    }

    mutating func stop() { swing = 0 }
}

/// An ``ActuatorDriver`` with one carrier and a fixed time step.
struct FixedCarrierDriver {
    /// The amplitude of the movement, in the units of the target.
    var swing = 0.0
    private let settling: Double
    private let detuning: Double
    private let force: Double
    private let step: Double
    /// The fraction of the distance to the target that is left after a step, with a carrier and without one.
    private let kept: Double
    private let braked: Double

    /// Creates the driver of an actuator at rest, with a carrier in hertz and a time step in seconds.
    init(_ resonance: ActuatorResonance, carrier: Double, step: Double) {
        let settling = 1 / resonance.timeConstant
        let turn = 2 * Double.pi
        let detuning = 0.5 * turn * (carrier - resonance.frequency * resonance.frequency / carrier)
        let braking = (1 + resonance.braking) * settling
        self.settling = settling
        self.detuning = detuning * detuning
        force = (settling * settling + detuning * detuning) * resonance.overdrive * resonance.overdrive
        self.step = step
        kept = exp(-step * (braking * braking + detuning * detuning).squareRoot())
        braked = exp(-step * braking)
    }

    /// Follows an amplitude above 0 for one step.
    @inline(__always)
    mutating func follow(_ target: Double) {
        if swing < target {
            let push = max(0, force * target * target - detuning * swing * swing)
            swing = min(target, swing + step * (push.squareRoot() - settling * swing))
        } else {
            swing = target + (swing - target) * kept
        }
    }

    @inline(__always)
    mutating func brake() { swing *= braked }
}

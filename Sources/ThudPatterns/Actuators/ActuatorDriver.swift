import Glibc

/// The amplitude of an actuator whose driver closes a loop over the voltage that the moving mass induces (back-EMF).
///
/// The amplitude of a mass on a spring under a force of amplitude f at a carrier follows
/// `z' = (g + i d) (f - z)`, in units of what the force comes to when it lasts. Here `g = w0 / (2 Q)` is how fast the mass
/// settles, and `d = (wc^2 - w0^2) / (2 wc)` is how far the carrier wc lies from the resonance w0, both in 1/s. Under a force
/// that is merely switched on, z turns around its end point with d while it settles: away from the resonance it overshoots.
///
/// A driver that measures the movement keeps it in phase with the carrier and never beyond what is asked for:
///
/// - It rises as fast as a force of `overdrive` times the amplitude that is asked for allows. For a swing r on the way to e
///   that is `r' = -g r + sqrt((g^2 + d^2) overdrive^2 e^2 - d^2 r^2)`, at the resonance `g (overdrive e - r)`.
/// - It falls as the mass does by itself when the force lets go, and faster by what the driver opposes: the distance to e
///   shrinks with `(1 + braking) g`, and on a carrier that goes on, with d too.
/// - Where nothing is asked for there is no carrier any more. The mass swings at its resonance, and the driver brakes that.
struct ActuatorDriver {
    /// The amplitude of the movement, in units of what is asked for.
    private(set) var swing = 0.0

    private let resonance: ActuatorResonance

    /// An actuator at rest.
    init(_ resonance: ActuatorResonance) { self.resonance = resonance }

    /// Follows an amplitude of 0 or more on a carrier in hertz for some seconds.
    mutating func follow(_ target: Double, carrier: Double, for seconds: Double) {
        guard target != swing else { return }
        // Small enough that the steepest rise is followed well.
        let steps = swing < target ? 8 : 1
        var driver = FixedCarrierDriver(resonance, carrier: carrier, step: seconds / Double(steps))
        driver.swing = swing
        for _ in 0..<steps where driver.swing != target {
            if target > 0 { driver.follow(target) } else { driver.brake() }
        }
        swing = driver.swing
    }

    /// Comes to rest.
    mutating func stop() { swing = 0 }
}

/// An ``ActuatorDriver`` on one carrier that is asked at equal times.
struct FixedCarrierDriver {
    /// The amplitude of the movement, in units of what is asked for.
    var swing = 0.0

    private let settling: Double
    private let detuning: Double
    private let force: Double
    private let step: Double
    /// What is left of the distance to what is asked for after a step: while a carrier goes on, and without one.
    private let kept: Double
    private let braked: Double

    /// An actuator at rest on a carrier in hertz whose driver is asked every `step` seconds.
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

    /// Brakes for one step.
    @inline(__always)
    mutating func brake() { swing *= braked }
}

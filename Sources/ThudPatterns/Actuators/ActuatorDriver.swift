import Glibc

/// An actuator's mass on a spring under a force, sample by sample: `x'' + (w0/Q) x' + w0^2 x = F`.
///
/// The trapezoidal rule integrates it, with the time step bent so that the resonance stays exactly at w0. It is stable
/// for every resonance and every sample rate, also while the feedback changes.
struct ActuatorMass {
    private(set) var acceleration = 0.0
    private(set) var velocity = 0.0
    private var displacement = 0.0
    /// The damping w0/Q in 1/s, and the stiffness w0^2 in 1/s^2, for a mass of 1.
    let damping: Double
    private let stiffness: Double
    private let half: Double

    /// The fraction of full scale below which a mass without a force is at rest, 120 dB down.
    private static let least = 1e-6

    init(_ resonance: ActuatorResonance, sampleRate: Double) {
        let turn = 2 * .pi * resonance.frequency
        damping = turn / resonance.quality
        stiffness = turn * turn
        half = tan(min(turn / (2 * sampleRate), 1.5)) / turn
    }

    /// Moves the mass on by one sample under a force, from which the driver takes `feedback` times the friction.
    @inline(__always)
    mutating func move(under force: Double, feedback: Double = 0) {
        let friction = (1 + feedback) * damping
        let pushed = velocity + half * (acceleration + force - stiffness * (displacement + half * velocity))
        let next = pushed / (1 + half * (friction + half * stiffness))
        displacement += half * (velocity + next)
        velocity = next
        acceleration = force - friction * velocity - stiffness * displacement
    }

    /// Stops a mass that hardly moves any more, so that silence is exact.
    mutating func settle() {
        guard abs(damping * velocity) + abs(stiffness * displacement) < Self.least else { return }
        (acceleration, velocity, displacement) = (0, 0, 0)
    }
}

/// A driver that feels the movement by the voltage that the moving mass induces (back-EMF), as the driver ICs of phones
/// do (TI DRV2605, data sheet SLOS825, smart loop: automatic overdrive and braking).
///
/// It multiplies the command by `overdrive`, and takes away what the velocity has reached: `overdrive - 1` times the
/// friction of the mass. At the resonance a drive starts at `overdrive` times the command, and falls to the command
/// itself as the mass follows. The mass then moves as one of quality Q / overdrive. After the command the driver only
/// opposes the movement, with `braking` times the friction, and the mass rings as one of quality Q / (1 + braking).
///
/// The driver is linear and its feedback turns gently, so the drive has the frequencies of its command and its ring.
struct ActuatorDriver {
    private var mass: ActuatorMass
    private let overdrive: Double
    private let gain: Double
    private let braking: Double
    private let approach: Double
    private var heading: Double
    private var feedback: Double

    /// The time constant of each of two low-passes in series, with which the feedback moves between driving and
    /// braking, in seconds.
    private static let turnover = 0.000_75

    /// Creates the driver of an actuator at rest.
    init(_ resonance: ActuatorResonance, sampleRate: Double) {
        mass = ActuatorMass(resonance, sampleRate: sampleRate)
        overdrive = resonance.overdrive
        gain = resonance.overdrive * resonance.headroom
        braking = resonance.braking
        approach = 1 - exp(-1 / (Self.turnover * sampleRate))
        heading = braking
        feedback = braking
    }

    /// Returns the drive for the next sample of a command, and moves the mass.
    @inline(__always)
    mutating func drive(_ command: Double, isIdle: Bool) -> Double {
        heading += ((isIdle ? braking : overdrive - 1) - heading) * approach
        feedback += (heading - feedback) * approach
        let force = gain * command
        mass.move(under: force, feedback: feedback)
        if isIdle { mass.settle() }
        return force - feedback * mass.damping * mass.velocity
    }

    /// Returns the acceleration of the mass in the next sample of a command.
    @inline(__always)
    mutating func acceleration(under command: Float) -> Float {
        _ = drive(Double(command), isIdle: false)
        return Float(mass.acceleration)
    }
}

extension ActuatorResonance {
    /// The signal at full scale is the most that a driver can give, as the overdrive clamp of a DRV2605 is its full
    /// scale in open loop. A full tap needs `overdrive` times its own strength, so all commands are weaker by this.
    var headroom: Double { min(1, Double(PeakGain.ceiling) / (DriveLaw.transientGain * overdrive)) }

    /// Returns how much stronger than its command a steady drive at a frequency in hertz is, apart from `headroom`. At
    /// the resonance it is 1. Away from it the mass moves less, so the driver takes less away.
    func push(at hertz: Double) -> Double {
        let ratio = hertz / frequency
        let (spring, friction) = (1 - ratio * ratio, ratio / quality)
        return overdrive * hypot(spring, friction) / hypot(spring, overdrive * friction)
    }

    /// Returns the drive for a command and its ring, until the actuator has come to rest.
    func drive(for command: [Float], sampleRate: Double) -> [Float] {
        guard !command.isEmpty else { return [] }
        let ring = Int((restTime * sampleRate).rounded(.up))
        let padded = command + [Float](repeating: 0, count: ring)
        var driver = ActuatorDriver(self, sampleRate: sampleRate)
        var samples = padded.indices.map { index in
            // A wave crosses 0, but does not stay there.
            let isIdle = padded[index] == 0 && (index + 1 == padded.count || padded[index + 1] == 0)
            return Float(driver.drive(Double(padded[index]), isIdle: isIdle))
        }
        Self.end(&samples, within: min(ring, Int(Self.ending * sampleRate)))
        return samples
    }

    /// Returns the acceleration of the mass under a drive, in units of the acceleration under a steady drive of the
    /// same size at the strongest frequency.
    func acceleration(under drive: [Float], sampleRate: Double) -> [Float] {
        var mass = ActuatorMass(self, sampleRate: sampleRate)
        let unit = strongest
        var samples = drive.map { sample in
            mass.move(under: Double(sample))
            if sample == 0 { mass.settle() }
            return Float(mass.acceleration / unit)
        }
        Self.end(&samples, within: min(samples.count, Int(Self.ending * sampleRate)))
        return samples
    }

    /// How long the end of what still rings is faded out, in seconds.
    private static let ending = 0.005

    private static func end(_ samples: inout [Float], within count: Int) {
        for left in 0..<count { samples[samples.count - 1 - left] *= Float(left) / Float(count) }
    }
}

import Glibc

/// The drive signal for one actuator: the taps and vibrations of ``DriveLaw`` on carriers that the actuator can play,
/// with the push and the braking of its ``ActuatorDriver`` written into the signal.
///
/// The amplitude of a mass under a force f follows `z' = (g + i d) (f - z)` (see ``ActuatorDriver``). So the force for
/// a given movement z is `f = z + z' / (g + i d)`, which has a part in phase with the carrier and one a quarter of a
/// cycle ahead. After the end the mass swings at its resonance. There the force is `-b z`, and its phase is that of the
/// movement, which lags the last carrier by the angle of `g + i d`.
struct ShapedDriveLaw: RenderingLaw {
    static let wave = WaveTable.sine
    static let crossfade = DriveLaw.crossfade

    /// An amplitude that is not felt, 80 dB below full scale. Below it an actuator counts as at rest.
    static let rest = 2e-5
    private let resonance: ActuatorResonance
    private let asked = DriveLaw()

    init(_ resonance: ActuatorResonance) { self.resonance = resonance }

    var tailTicks: Int { asked.tailTicks + Int((brakeTime / VibrationLayers.step).rounded(.up)) }

    /// How long the driver brakes after an end, in seconds.
    private var brakeTime: Double { resonance.braking > 0 ? resonance.restTime : 0 }

    func continuousAmplitude(intensity: Double) -> Double { asked.continuousAmplitude(intensity: intensity) }

    func continuousLevel(sharpness: Double) -> Double { 1 }

    func continuousFrequency(sharpness: Double) -> Double { resonance.carrier(sharpness: sharpness) }

    /// Replaces the requested amplitudes by the forces that the driver needs for them.
    func settle(_ amplitudes: inout [Float], _ quadratures: inout [Float], at frequencies: inout [Float]) {
        quadratures = [Float](repeating: 0, count: amplitudes.count)
        var driver = ActuatorDriver(resonance)
        var force = DrivingForce(resonance, carrier: resonance.frequency)
        for tick in amplitudes.indices {
            let asked = Double(amplitudes[tick])
            let before = driver.swing
            if asked > 0 { force = DrivingForce(resonance, carrier: Double(frequencies[tick])) }
            driver.follow(asked, carrier: Double(frequencies[tick]), for: VibrationLayers.step)
            let part: (inPhase: Double, ahead: Double)
            if asked > 0 {
                part = force.moving(driver.swing, at: (driver.swing - before) / VibrationLayers.step)
            } else {
                if driver.swing < Self.rest { driver.stop() }
                part = force.braking(driver.swing)
                frequencies[tick] = Float(resonance.frequency)
            }
            (amplitudes[tick], quadratures[tick]) = (Float(part.inPhase), Float(part.ahead))
        }
    }

    func transientAmplitude(intensity: Double) -> Double { asked.transientAmplitude(intensity: intensity) }

    func transientLength(sharpness: Double) -> Double { DriveLaw.burstLength(sharpness: sharpness) + brakeTime }

    func transient(sharpness: Double, lead: Int, sampleRate: Double) -> DrivenBurst {
        DrivenBurst(resonance, sharpness: sharpness, lead: lead, sampleRate: sampleRate)
    }

    /// The force on the mass for the burst of ``DriveLaw``, and the braking after it.
    struct DrivenBurst: TransientShape {
        /// The time in which braking sets in, in seconds, so that the signal has no step.
        private static let onset = 0.000_5
        private let wave = WaveTable.sine
        private let force: DrivingForce
        private let sampleRate: Double
        private let approach: Double
        private let rest: Double
        private var step: Double
        private var phase: Double
        private var lead: Int
        private var left: Int
        private var grip = 0.0
        private var fade: CosineFade
        private var driver: FixedCarrierDriver

        init(_ resonance: ActuatorResonance, sharpness: Double, lead: Int, sampleRate: Double) {
            let burst = DriveLaw.burstLength(sharpness: sharpness)
            let carrier = resonance.carrier(sharpness: sharpness)
            force = DrivingForce(resonance, carrier: carrier)
            self.sampleRate = sampleRate
            approach = 1 - exp(-1 / (Self.onset * sampleRate))
            rest = resonance.frequency / sampleRate
            step = carrier / sampleRate
            phase = -step * Double(lead)
            self.lead = lead
            left = Int((burst * sampleRate).rounded(.up))
            fade = CosineFade(length: burst, sampleRate: sampleRate)
            driver = FixedCarrierDriver(resonance, carrier: carrier, step: 1 / sampleRate)
        }

        @inline(__always)
        mutating func next() -> (level: Double, sine: Double, cosine: Double) {
            var part = (inPhase: 0.0, ahead: 0.0)
            if lead > 0 {
                lead -= 1
            } else if left > 0 {
                let before = driver.swing
                driver.follow(fade.next())
                part = force.moving(driver.swing, at: (driver.swing - before) * sampleRate)
                left -= 1
            } else {
                driver.brake()
                step = rest
                grip += (1 - grip) * approach
                let brake = force.braking(driver.swing)
                part = (brake.inPhase * grip, brake.ahead * grip)
            }
            let level = (part.inPhase * part.inPhase + part.ahead * part.ahead).squareRoot()
            let (sine, cosine) = (wave.value(at: phase), wave.value(at: phase + 0.25))
            phase += step
            guard level > 0 else { return (0, sine, cosine) }
            let (real, turned) = (part.inPhase / level, part.ahead / level)
            return (level, real * sine + turned * cosine, real * cosine - turned * sine)
        }
    }
}

/// The force of a driver on a carrier, in the units of the movement that it would reach.
private struct DrivingForce {
    private let real: Double
    private let imaginary: Double
    private let lag: (cosine: Double, sine: Double)
    private let opposition: Double

    init(_ resonance: ActuatorResonance, carrier: Double) {
        let settling = 1 / resonance.timeConstant
        let detuning = resonance.detuning(of: carrier)
        let square = settling * settling + detuning * detuning
        real = settling / square
        imaginary = -detuning / square
        lag = (settling / square.squareRoot(), -detuning / square.squareRoot())
        opposition = resonance.braking
    }

    /// Returns the force for a movement and its change in a second.
    @inline(__always)
    func moving(_ swing: Double, at rate: Double) -> (inPhase: Double, ahead: Double) {
        (swing + rate * real, rate * imaginary)
    }

    /// Returns the force against a free swing.
    @inline(__always)
    func braking(_ swing: Double) -> (inPhase: Double, ahead: Double) {
        (-opposition * swing * lag.cosine, -opposition * swing * lag.sine)
    }
}

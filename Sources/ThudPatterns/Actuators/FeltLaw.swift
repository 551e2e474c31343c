import Glibc

/// The acceleration of an actuator under its driver. Amplitudes, taps and fades are those of ``DriveLaw``, on carriers
/// that the actuator can play, as far and as fast as ``ActuatorDriver`` can follow them.
struct FeltLaw: RenderingLaw {
    static let wave = WaveTable.sine
    static let crossfade = DriveLaw.crossfade

    /// An amplitude that is not felt, 80 dB below full scale. Below it an actuator counts as at rest.
    private static let rest = 2e-5
    private let resonance: ActuatorResonance
    private let asked = DriveLaw()

    init(_ resonance: ActuatorResonance) { self.resonance = resonance }

    var tailTicks: Int { asked.tailTicks + Int((resonance.restTime / VibrationLayers.step).rounded(.up)) }

    func continuousAmplitude(intensity: Double) -> Double { asked.continuousAmplitude(intensity: intensity) }

    func continuousLevel(sharpness: Double) -> Double { resonance.gain(at: resonance.carrier(sharpness: sharpness)) }

    func continuousFrequency(sharpness: Double) -> Double { resonance.carrier(sharpness: sharpness) }

    /// Follows the requested amplitudes with the actuator's driver. At a request of 0 it rings at its resonance.
    func settle(_ amplitudes: inout [Float], at frequencies: inout [Float]) {
        var driver = ActuatorDriver(resonance)
        for tick in amplitudes.indices {
            let asked = Double(amplitudes[tick])
            if asked == 0 { frequencies[tick] = Float(resonance.frequency) }
            driver.follow(asked, carrier: Double(frequencies[tick]), for: VibrationLayers.step)
            if asked == 0, driver.swing < Self.rest { driver.stop() }
            amplitudes[tick] = Float(driver.swing)
        }
    }

    func transientAmplitude(intensity: Double) -> Double { asked.transientAmplitude(intensity: intensity) }

    func transientLength(sharpness: Double) -> Double {
        DriveLaw.burstLength(sharpness: sharpness) + resonance.restTime
    }

    func transient(sharpness: Double, lead: Int, sampleRate: Double) -> DrivenBurst {
        DrivenBurst(resonance, sharpness: sharpness, lead: lead, sampleRate: sampleRate)
    }

    /// The burst of ``DriveLaw`` as the actuator follows it, and the ring after it.
    struct DrivenBurst: TransientShape {
        /// The time in which the wave moves from the carrier to the resonance after the burst, in seconds. It is the
        /// time constant of each of two low-passes in series, so that the frequency has no kink.
        private static let release = 0.000_75
        private let wave = WaveTable.sine
        private let gain: Double
        private let rest: Double
        private let approach: Double
        private var step: Double
        private var heading: Double
        private var phase: Double
        private var lead: Int
        private var left: Int
        private var fade: CosineFade
        private var driver: FixedCarrierDriver

        init(_ resonance: ActuatorResonance, sharpness: Double, lead: Int, sampleRate: Double) {
            let burst = DriveLaw.burstLength(sharpness: sharpness)
            let carrier = resonance.carrier(sharpness: sharpness)
            gain = resonance.gain(at: carrier)
            rest = resonance.frequency / sampleRate
            approach = 1 - exp(-1 / (Self.release * sampleRate))
            step = carrier / sampleRate
            heading = step
            phase = -step * Double(lead)
            self.lead = lead
            left = Int((burst * sampleRate).rounded(.up))
            fade = CosineFade(length: burst, sampleRate: sampleRate)
            driver = FixedCarrierDriver(resonance, carrier: carrier, step: 1 / sampleRate)
        }

        @inline(__always)
        mutating func next() -> (level: Double, sine: Double, cosine: Double) {
            let next = (gain * driver.swing, wave.value(at: phase), wave.value(at: phase + 0.25))
            if lead > 0 {
                lead -= 1
            } else if left > 0 {
                driver.follow(fade.next())
                left -= 1
            } else {
                driver.brake()
                heading += (rest - heading) * approach
                step += (heading - step) * approach
            }
            phase += step
            return next
        }
    }
}

/// What the driver of an actuator puts out: amplitudes, taps and fades of ``DriveLaw``, on a carrier that the actuator can
/// play, with overdrive and braking.
struct FeltLaw: RenderingLaw {
    static let wave = WaveTable.sine

    private let resonance: ActuatorResonance
    private let asked = DriveLaw()

    init(_ resonance: ActuatorResonance) { self.resonance = resonance }

    var tailTicks: Int {
        asked.tailTicks + Int((ActuatorDriver.brakingTime(resonance) / ContinuousGrid.step).rounded(.up))
    }

    func continuousAmplitude(intensity: Double) -> Double { asked.continuousAmplitude(intensity: intensity) }

    func continuousFrequency(sharpness: Double) -> Double { resonance.carrier(sharpness: sharpness) }

    func settled(_ amplitudes: [Float], at frequencies: [Float]) -> [Float] {
        var driver = ActuatorDriver(resonance, step: ContinuousGrid.step)
        return zip(amplitudes, frequencies).map { amplitude, frequency in
            Float(driver.drive(towards: Double(amplitude), share: resonance.share(at: Double(frequency))))
        }
    }

    func transientAmplitude(intensity: Double) -> Double { asked.transientAmplitude(intensity: intensity) }

    func transient(sharpness: Double, sampleRate: Double) -> DrivenBurst {
        DrivenBurst(resonance, sharpness: sharpness, sampleRate: sampleRate)
    }

    /// The burst of ``DriveLaw``, overdriven at its start and braked at its end.
    struct DrivenBurst: TransientShape {
        let length: Double
        private let wave = WaveTable.sine
        private let step: Double
        private let share: Double
        private var phase = 0.0
        private var fade: CosineFade
        private var left: Int
        private var driver: ActuatorDriver

        init(_ resonance: ActuatorResonance, sharpness: Double, sampleRate: Double) {
            let burst = DriveLaw.burstLength(sharpness: sharpness)
            let carrier = resonance.carrier(sharpness: sharpness)
            length = burst + ActuatorDriver.brakingTime(resonance)
            step = carrier / sampleRate
            share = resonance.share(at: carrier)
            fade = CosineFade(length: burst, sampleRate: sampleRate)
            left = Int((burst * sampleRate).rounded(.up))
            driver = ActuatorDriver(resonance, step: 1 / sampleRate)
        }

        @inline(__always)
        mutating func next() -> Double {
            let target = left > 0 ? fade.next() : 0
            left -= 1
            defer { phase += step }
            return wave.value(at: phase) * driver.drive(towards: target, share: share)
        }
    }
}

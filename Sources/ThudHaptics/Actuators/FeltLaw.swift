import Glibc

/// The signal of an actuator's driver: the amplitudes, taps and fades of ``DriveLaw``, on a carrier that the actuator can
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

/// Makes a slow actuator follow an amplitude. The driver gives more than is wanted until the swing is there (overdrive). It
/// gives a signal of opposite phase while there is too much swing (braking).
///
/// It knows the swing from a model: near resonance the amplitude follows the drive with the actuator's time constant.
/// Overdrive and braking are in proportion to the amplitude, so that a weak tap is a strong one made smaller.
struct ActuatorDriver {
    private let overdrive: Double
    private let braking: Double
    private let kept: Double
    private let gained: Double
    private let perGain: Double
    private var swing = 0.0

    /// A driver at rest, asked every `step` seconds.
    init(_ resonance: ActuatorResonance, step: Double) {
        overdrive = resonance.overdrive
        braking = resonance.braking
        kept = exp(-step / resonance.timeConstant)
        gained = 1 - kept
        perGain = 1 / gained
    }

    /// The drive for one step in which an amplitude of 0 or more is wanted; never more than reaches it. `share` is the part
    /// of the drive that feeds the resonance, 0 to 1: without a swing there is nothing to overdrive or brake.
    @inline(__always)
    mutating func drive(towards target: Double, share: Double) -> Double {
        let arriving = (target - swing * kept) * perGain
        let least = target - braking * share * max(0, swing - target)
        let most = target * (1 + (overdrive - 1) * share)
        let drive = min(max(arriving, least), most)
        swing = swing * kept + drive * gained
        return drive
    }

    /// Seconds after the end of an event in which a driver brakes it to a hundredth of what it was.
    static func brakingTime(_ resonance: ActuatorResonance) -> Double {
        resonance.braking > 0 ? resonance.timeConstant / (1 + resonance.braking) * log(100) : 0
    }
}

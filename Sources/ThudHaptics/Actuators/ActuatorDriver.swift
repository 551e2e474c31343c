import Glibc

/// What a driver does so that a slow actuator follows an amplitude: more than is asked for until the swing is there
/// (overdrive), and less than nothing, in opposite phase, while there is too much of it (braking).
///
/// It knows the swing from a model: near resonance the amplitude follows the drive with the actuator's time constant.
/// Both helps are in proportion to the amplitude, so that a weak tap is a strong one made smaller.
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

    /// The drive for one step in which an amplitude of 0 or more is asked for; never more than brings it there. `share` is
    /// how much of it feeds the resonance, 0 to 1: without a swing there is nothing to help.
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

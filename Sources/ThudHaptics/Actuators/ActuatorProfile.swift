/// An actuator as far as it shapes what is felt: a name and, unless it is ideal, how it resonates and is driven.
public struct ActuatorProfile: Hashable, Sendable {
    /// What users call it.
    public let name: String

    /// How it moves; nil for an ideal actuator, whose acceleration is the drive signal.
    public let resonance: ActuatorResonance?

    /// A profile.
    public init(name: String, resonance: ActuatorResonance?) {
        self.name = name
        self.resonance = resonance
    }

    /// Flat: what is felt is the drive signal itself.
    public static let ideal = ActuatorProfile(name: "ideal", resonance: nil)

    /// A linear resonant actuator as in most Android phones: 175 Hz, quality 10, so 42 ms to 90 % on its own. Its driver
    /// stays within its narrow band, starts it with 1.5 times the drive and brakes it.
    public static let lra = ActuatorProfile(
        name: "lra", resonance: ActuatorResonance(frequency: 175, quality: 10, overdrive: 1.5, braking: 1))

    /// A wide-band actuator as in an iPhone, of which Apple publishes nothing: 150 Hz, quality 4, 20 ms to 90 % on its
    /// own. Carriers are within about 10 dB of its best.
    public static let phone = ActuatorProfile(
        name: "phone",
        resonance: ActuatorResonance(frequency: 150, quality: 4, overdrive: 1.5, braking: 1, band: 110...230))

    /// A voice coil as in a VR controller: 65 Hz, 20 ms to 90 %, which is a quality of 1.8; it plays the whole band of
    /// the drive signal and needs no help of its driver.
    public static let voiceCoil = ActuatorProfile(
        name: "voice-coil",
        resonance: ActuatorResonance(frequency: 65, quality: 1.8, overdrive: 1, braking: 0, band: DriveLaw.band))

    /// The profiles that are known by name.
    public static let all = [ideal, lra, phone, voiceCoil]

    /// The carrier for a sharpness from 0 to 1, in hertz.
    func carrier(sharpness: Double) -> Double {
        resonance?.carrier(sharpness: sharpness) ?? DriveLaw.frequency(sharpness: sharpness)
    }
}

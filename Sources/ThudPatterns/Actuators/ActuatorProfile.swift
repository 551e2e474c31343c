import Glibc
public import ThudCore

/// An actuator as far as it shapes what is felt: a name and, unless it is ideal, how it resonates and is driven.
public struct ActuatorProfile: Hashable, Sendable {
    /// Its name for users.
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

extension ActuatorProfile {
    /// A profile from a JSON file, read strictly:
    ///
    ///     {"name": "x-axis", "resonance_hz": 170, "quality": 9, "overdrive": 2, "braking": 1, "band_hz": [150, 190]}
    ///
    /// The first three must be there; the others are as in ``ActuatorResonance``.
    ///
    /// - Throws: `ThudError` for what is no such object, has other members or a value out of range.
    public static func read(_ bytes: [UInt8], file: String) throws(ThudError) -> ActuatorProfile {
        let root = try JSONReader(bytes, file: file)
        try root.requireOnly(["name", "resonance_hz", "quality", "overdrive", "braking", "band_hz"])
        let resonance = ActuatorResonance(
            frequency: try root.member("resonance_hz").number(in: ActuatorResonance.frequencies),
            quality: try root.member("quality").number(in: ActuatorResonance.qualities),
            overdrive: try root.optional("overdrive")?.number(in: ActuatorResonance.overdrives) ?? 1,
            braking: try root.optional("braking")?.number(in: ActuatorResonance.brakings) ?? 0,
            band: try root.optional("band_hz").map(band))
        return ActuatorProfile(name: try name(root.member("name")), resonance: resonance)
    }

    private static func name(_ reader: JSONReader) throws(ThudError) -> String {
        let name = try reader.string()
        guard (1...40).contains(name.count), !name.contains(where: \.isNewline) else {
            throw reader.error("expected a name of 1 to 40 characters on one line")
        }
        return name
    }

    private static func band(_ reader: JSONReader) throws(ThudError) -> ClosedRange<Double> {
        let edges = try reader.elements()
        guard edges.count == 2 else { throw reader.error("expected two frequencies, found \(edges.count)") }
        let lower = try edges[0].number(in: ActuatorResonance.frequencies)
        let upper = try edges[1].number(in: ActuatorResonance.frequencies)
        guard lower < upper else { throw edges[1].error("expected a frequency above the first") }
        return lower...upper
    }
}

/// How an actuator moves, which is as a mass on a spring, `x'' + (w0/Q) x' + w0^2 x = F/m`, and how its driver helps.
///
/// A driver does not send a wide band to a resonant actuator, because away from resonance almost nothing would be felt.
/// Sharpness chooses the carrier within ``band``, by default the -3 dB band around the resonance, which is f0/Q wide.
public struct ActuatorResonance: Hashable, Sendable {
    /// The resonance frequencies that a profile may have, in hertz.
    public static let frequencies = 20.0...1000.0

    /// The qualities that a profile may have: from critically damped to a bell.
    public static let qualities = 0.5...100.0

    /// How much overdrive a profile may have.
    public static let overdrives = 1.0...5.0

    /// How much braking a profile may have.
    public static let brakings = 0.0...5.0

    /// The resonance frequency f0, in hertz.
    public let frequency: Double

    /// The quality Q: the swing builds up and fades with a time constant of Q / (pi f0).
    public let quality: Double

    /// By how much the drive may exceed what is asked for until the swing has reached it, 1 (not at all) to 5.
    public let overdrive: Double

    /// By how much of the excess swing the drive opposes it while it is too strong, 0 (not at all) to 5. It divides the
    /// time constant of the ring by 1 + braking; see ``ActuatorDriver``.
    public let braking: Double

    /// The carrier at sharpness 0 and 1, in hertz; linear between them.
    public let band: ClosedRange<Double>

    /// A resonance; values out of range are clamped, and NaN is the lower end. The carriers are within
    /// ``frequencies``; left out, they are the -3 dB band.
    public init(
        frequency: Double, quality: Double, overdrive: Double = 1, braking: Double = 0,
        band: ClosedRange<Double>? = nil
    ) {
        self.frequency = Self.clamp(frequency, to: Self.frequencies)
        self.quality = Self.clamp(quality, to: Self.qualities)
        self.overdrive = Self.clamp(overdrive, to: Self.overdrives)
        self.braking = Self.clamp(braking, to: Self.brakings)
        let wanted = band ?? Self.halfPowerBand(frequency: self.frequency, quality: self.quality)
        let lower = Self.clamp(wanted.lowerBound, to: Self.frequencies)
        self.band = lower...max(lower, Self.clamp(wanted.upperBound, to: Self.frequencies))
    }

    /// Seconds in which the swing falls to 1/e by itself.
    public var timeConstant: Double { quality / (.pi * frequency) }

    /// Seconds after which the driver has brought the swing down by 80 dB, and at most ``longestRing``.
    var restTime: Double { min(timeConstant / (1 + braking) * log(1e4), Self.longestRing) }

    /// An actuator of quality 100 at 145 Hz rings for 2 s until it lies 80 dB lower. Nothing that vibrates in a hand rings
    /// longer, and a file that says so must not take for ever.
    private static let longestRing = 2.0

    /// The carrier for a sharpness from 0 to 1, in hertz.
    func carrier(sharpness: Double) -> Double {
        band.lowerBound + (band.upperBound - band.lowerBound) * sharpness
    }

    /// The acceleration that a steady force at a frequency in hertz brings about, where the strongest of all frequencies is 1:
    /// `w^2 / sqrt((w0^2 - w^2)^2 + (w0 w / Q)^2)`, divided by its maximum. For a quality of 0.71 and less no peak is left, and
    /// the maximum is what everything far above the resonance comes to.
    func gain(at hertz: Double) -> Double {
        let ratio = hertz / frequency
        let square = ratio * ratio
        let raw = square / hypot(1 - square, ratio / quality)
        return quality > 0.5.squareRoot() ? raw * (1 - 1 / (4 * quality * quality)).squareRoot() / quality : raw
    }

    /// The edges at which half the power is left; their geometric mean is the resonance.
    private static func halfPowerBand(frequency: Double, quality: Double) -> ClosedRange<Double> {
        let half = 1 / (2 * quality)
        let middle = (1 + half * half).squareRoot()
        return frequency * (middle - half)...frequency * (middle + half)
    }

    private static func clamp(_ value: Double, to range: ClosedRange<Double>) -> Double {
        value > range.lowerBound ? min(value, range.upperBound) : range.lowerBound
    }
}

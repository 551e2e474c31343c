import Glibc
public import ThudCore

/// An actuator, as far as it affects what is felt: a name and, unless it is ideal, its resonance and its driver.
public struct ActuatorProfile: Hashable, Sendable {
    /// The name that users see.
    public let name: String
    /// How the actuator moves; nil for an ideal actuator, whose acceleration equals the neutral drive signal.
    public let resonance: ActuatorResonance?
    /// The carriers at sharpness 0 and 1, in hertz; linear between them.
    public let carriers: ClosedRange<Double>

    /// Creates a profile. Without a resonance `carriers` are those of the drive signal unless given.
    public init(name: String, resonance: ActuatorResonance?, carriers: ClosedRange<Double>? = nil) {
        self.name = name
        self.resonance = resonance
        self.carriers = resonance?.band ?? carriers ?? DriveLaw.band
    }

    /// An ideal actuator with a flat response, so that what is felt equals the drive signal.
    public static let ideal = ActuatorProfile(name: "ideal", resonance: nil)

    /// A linear resonant actuator as in most Android phones: 175 Hz and quality 10, so it needs 42 ms to 90 % on its
    /// own. Its driver stays within its narrow band, starts it with 1.5 times the drive and brakes it, twice as hard as
    /// it corrects a running drive. The DRV2605 has such a brake factor, from 1 to 16.
    public static let lra = ActuatorProfile(
        name: "lra", resonance: ActuatorResonance(frequency: 175, quality: 10, overdrive: 1.5, braking: 1))

    /// A wide-band actuator as in an iPhone, about which Apple publishes nothing: 150 Hz and quality 4, 20 ms to 90 %
    /// on its own. Its response at the carriers is within about 10 dB of its best.
    public static let phone = ActuatorProfile(
        name: "phone",
        resonance: ActuatorResonance(frequency: 150, quality: 4, overdrive: 1.5, braking: 1, band: 110...230))

    /// A voice coil as in a VR controller: 65 Hz and 20 ms to 90 %, which is a quality of 1.8. It plays the whole band
    /// of the drive signal and needs no help from its driver.
    public static let voiceCoil = ActuatorProfile(
        name: "voice-coil",
        resonance: ActuatorResonance(frequency: 65, quality: 1.8, overdrive: 1, braking: 0, band: DriveLaw.band))

    /// All built-in profiles, which users can choose by name.
    public static let all = [ideal, lra, phone, voiceCoil]

    /// Reads a profile strictly from a JSON file:
    ///
    ///     {"name": "x-axis", "resonance_hz": 170, "quality": 9, "overdrive": 2, "braking": 1, "band_hz": [150, 190]}
    ///
    /// The first three members are required. The others default to those of ``ActuatorResonance``. From Meta's actuator
    /// configuration files (`.acf`) it takes the name and the carriers.
    ///
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - file: The file's name, for errors.
    /// - Throws: `ThudError` if this is not such an object, if it has other members, or if a value is out of range.
    public static func read(_ bytes: [UInt8], file: String) throws(ThudError) -> ActuatorProfile {
        if file.lowercased().hasSuffix(".acf") { return try ACFFile.read(bytes, file: file) }
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

/// The movement of an actuator, a mass on a spring, `x'' + (w0/Q) x' + w0^2 x = F/m`, and the help of its driver. The
/// drive signal is the force. What is felt is the acceleration under it, divided by that of the strongest frequency.
///
/// A driver does not send a wide band to a resonant actuator, because away from the resonance almost nothing would be
/// felt. Sharpness selects the carrier within ``band``. The default is the -3 dB band around the resonance, f0/Q wide.
public struct ActuatorResonance: Hashable, Sendable {
    /// The resonance frequencies that a profile can have, in hertz.
    public static let frequencies = 20.0...1000.0
    /// The qualities that a profile can have, from critically damped to a bell.
    public static let qualities = 0.5...100.0
    /// The overdrive factors that a profile can have.
    public static let overdrives = 1.0...5.0
    /// The braking factors that a profile can have.
    public static let brakings = 0.0...5.0

    /// The resonance frequency f0, in hertz.
    public let frequency: Double
    /// The quality Q. The swing builds up and fades with a time constant of Q / (pi f0).
    public let quality: Double
    /// How far the drive exceeds its target at the start, from 1 (not at all) to 5. It falls to the target as the mass
    /// follows, which divides the time constant of the start by the overdrive.
    public let overdrive: Double
    /// How strongly the drive opposes the movement after its end, as a multiple of the drive that would keep it up,
    /// from 0 (not at all) to 5. It divides the time constant of the ring by 1 + braking.
    public let braking: Double
    /// The carriers at sharpness 0 and 1, in hertz; linear between them.
    public let band: ClosedRange<Double>

    /// Creates a resonance. Values out of range are clamped, and NaN becomes the lower end.
    ///
    /// - Parameters:
    ///   - frequency: The resonance frequency, in hertz.
    ///   - quality: The quality Q.
    ///   - overdrive: How far the drive exceeds its target at the start.
    ///   - braking: How strongly the drive opposes the movement after its end.
    ///   - band: The carriers, clamped to ``frequencies``; nil for the -3 dB band.
    public init(
        frequency: Double, quality: Double, overdrive: Double = 1, braking: Double = 0, band: ClosedRange<Double>? = nil
    ) {
        self.frequency = Self.clamp(frequency, to: Self.frequencies)
        self.quality = Self.clamp(quality, to: Self.qualities)
        self.overdrive = Self.clamp(overdrive, to: Self.overdrives)
        self.braking = Self.clamp(braking, to: Self.brakings)
        let wanted = band ?? Self.halfPowerBand(frequency: self.frequency, quality: self.quality)
        let lower = Self.clamp(wanted.lowerBound, to: Self.frequencies)
        self.band = lower...max(lower, Self.clamp(wanted.upperBound, to: Self.frequencies))
    }

    /// The time in which the swing falls to 1/e by itself, in seconds.
    public var timeConstant: Double { quality / (.pi * frequency) }
    /// The time in which the driver brings the swing down by 80 dB, in seconds, but at most ``longestRing``.
    var restTime: Double { min(timeConstant / (1 + braking) * log(1e4), Self.longestRing) }

    /// The longest ring in seconds: an actuator of quality 100 at 145 Hz takes 2 s to fall by 80 dB. Nothing that
    /// vibrates in a hand rings longer, and no file may make the rendering endless.
    private static let longestRing = 2.0

    func carrier(sharpness: Double) -> Double { DriveLaw.frequency(sharpness: sharpness, in: band) }

    /// Returns the acceleration under a steady force at a frequency in hertz, relative to that of the strongest
    /// frequency: `w^2 / sqrt((w0^2 - w^2)^2 + (w0 w / Q)^2)`, divided by its maximum. At a quality of 0.71 or less
    /// there is no peak, and the maximum is the limit far above the resonance.
    func gain(at hertz: Double) -> Double {
        let ratio = hertz / frequency
        let square = ratio * ratio
        return square / hypot(1 - square, ratio / quality) / strongest
    }

    /// The acceleration under a steady force of 1 at the strongest frequency.
    var strongest: Double {
        quality > 0.5.squareRoot() ? quality / (1 - 1 / (4 * quality * quality)).squareRoot() : 1
    }

    /// Returns the frequencies at which half the power is left. Their geometric mean is the resonance.
    private static func halfPowerBand(frequency: Double, quality: Double) -> ClosedRange<Double> {
        let half = 1 / (2 * quality)
        let middle = (1 + half * half).squareRoot()
        return frequency * (middle - half)...frequency * (middle + half)
    }

    private static func clamp(_ value: Double, to range: ClosedRange<Double>) -> Double {
        value > range.lowerBound ? min(value, range.upperBound) : range.lowerBound
    }
}

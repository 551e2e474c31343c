import Glibc

/// How an actuator moves: a mass on a spring, `x'' + (w0/Q) x' + w0^2 x = F/m`, and what its driver does about it.
///
/// A driver of a resonant actuator does not send it a wide band: away from resonance nearly nothing would be felt. It
/// stays where the actuator moves; so sharpness chooses the carrier within ``band``, by default the -3 dB band around
/// the resonance, which is f0/Q wide.
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

    /// By how much the drive exceeds what is asked for until the swing has reached it, 1 (not at all) to 5.
    public let overdrive: Double

    /// By how much of the excess swing the drive opposes it while it is too strong, 0 (not at all) to 5. It divides the
    /// time constant of the ring by about 1 + braking.
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

    /// Seconds in which the swing falls by 80 dB by itself.
    var restTime: Double { timeConstant * log(1e4) }

    /// The carrier for a sharpness from 0 to 1, in hertz.
    func carrier(sharpness: Double) -> Double {
        band.lowerBound + (band.upperBound - band.lowerBound) * sharpness
    }

    /// How much of a force at a frequency feeds the resonance, 0 to 1: the Lorentz curve of its power. What is far from
    /// it meets no swing that would have to be built up or braked.
    func share(at carrier: Double) -> Double {
        let detuning = quality * (carrier / frequency - frequency / carrier)
        return 1 / (1 + detuning * detuning)
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

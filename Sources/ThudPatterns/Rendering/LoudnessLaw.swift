import Glibc

/// How loud a frequency is compared with others: the A-weighting of IEC 61672-1.
enum AWeighting {
    /// Returns the weight of the power of a tone at a frequency in hertz; 1 at 1 kHz.
    ///
    /// `R(f) = 12194^2 f^4 / ((f^2 + 20.6^2) sqrt((f^2 + 107.7^2) (f^2 + 737.9^2)) (f^2 + 12194^2))`, squared and 2.0
    /// dB up.
    static func power(at hertz: Double) -> Double {
        let square = hertz * hertz
        let high = 12_194.0 * 12_194
        let above = high * square * square
        let below = (square + 20.6 * 20.6) * (square + high)
        let middle = (square + 107.7 * 107.7) * (square + 737.9 * 737.9)
        return 1.5849 * above * above / (below * below * middle)
    }
}

/// How strong an amplitude is to the skin, and how loud a sound pressure is to the ear. The audible rendering uses
/// this law to match what actuators make felt.
///
/// Both are power laws (S. S. Stevens). The magnitude of a vibration on a finger grows as amplitude to the power 0.95
/// at 60 Hz and 0.6 at 250 Hz (Stevens 1959, "Tactile vibration: dynamics of sensory intensity"). The loudness of a
/// tone grows as sound pressure to the power 0.6 (Stevens 1955, "The measurement of loudness"). Amplitude is intensity
/// squared (``DriveLaw``), so at those frequencies the skin senses intensity to the power 1.9 and 1.2. The whole band
/// uses the exponent of its middle: otherwise weak sharp events would be louder than weak dull ones.
public enum FeltMagnitude {
    /// The exponent over amplitude in the middle of ``DriveLaw/band``, on a straight line between Stevens' two: 0.72.
    public static let exponent: Double = {
        let middle = (DriveLaw.band.lowerBound + DriveLaw.band.upperBound) / 2
        return 0.95 + (0.6 - 0.95) * (middle - 60) / (250 - 60)
    }()

    /// The exponent of loudness over sound pressure.
    public static let loudnessExponent = 0.6

    /// Returns the felt magnitude of an intensity, both from 0 to 1.
    public static func magnitude(intensity: Double) -> Double { pow(intensity, 2 * exponent) }

    /// Returns the sound pressure, 0 to 1, whose loudness equals the felt magnitude of an intensity from 0 to 1. That
    /// is intensity to the power 2.4.
    static func pressure(intensity: Double) -> Double { pow(intensity, 2 * exponent / loudnessExponent) }
}

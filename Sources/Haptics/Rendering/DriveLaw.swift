import Glibc

/// The electrical signal for an actuator: a sine whose frequency is the sharpness and whose amplitude is the intensity
/// squared.
///
/// The frequencies and gains are those of MPEG's reference synthesizer for haptics (ISO/IEC 23090-31); that intensity
/// is quadratic in Core Haptics is what Lofelt found for its converter to AHAP.
public enum DriveLaw: RenderingLaw {
    /// The carrier at sharpness 0 and 1, in hertz; linear between them (MPEG).
    public static let band = 65.0...300.0

    /// The peak of a vibration at full intensity (MPEG).
    public static let continuousGain = 0.6138

    /// The peak of a tap at full intensity (MPEG).
    public static let transientGain = 0.792

    /// The carrier for a sharpness from 0 to 1, in hertz.
    public static func frequency(sharpness: Double) -> Double {
        band.lowerBound + (band.upperBound - band.lowerBound) * sharpness
    }

    /// One tick: an actuator has its own inertia, and a late drive is a late tap.
    static let smoothingTicks = 1

    static func continuousAmplitude(intensity: Double) -> Double { continuousGain * intensity * intensity }

    static func continuousFrequency(sharpness: Double) -> Double { frequency(sharpness: sharpness) }

    static func wave(phase: Double) -> Double { sin(2 * .pi * phase) }

    static func transientAmplitude(intensity: Double) -> Double { transientGain * intensity * intensity }

    static func transient(sharpness: Double, sampleRate: Double) -> Burst {
        Burst(frequency: frequency(sharpness: sharpness), length: 0.030 - 0.010 * sharpness)
    }

    /// A burst of the carrier that starts at full swing and fades as a squared cosine, over 30 ms when dull and 20 ms
    /// when crisp: two cycles at 65 Hz, as MPEG's 22 ms burst has, and six at 300 Hz.
    struct Burst: TransientShape {
        let frequency: Double
        let length: Double

        func value(at time: Double) -> Double {
            let fade = cos(.pi / 2 * time / length)
            return sin(2 * .pi * frequency * time) * fade * fade
        }
    }
}

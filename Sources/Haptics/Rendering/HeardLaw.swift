import Glibc

/// The audible rendering for loudspeakers that give little below 150 Hz: a dull tap is a thud, a crisp one a click, a
/// vibration is a soft tone that brightens with sharpness.
///
/// Pitch is exponential in sharpness, as pitch is heard. Amplitude is intensity to the power 1/0.6: by Stevens' law
/// loudness grows as sound pressure to the power 0.6, so that loudness follows intensity in a straight line.
public enum HeardLaw: RenderingLaw {
    /// The exponent of Stevens' law for the loudness of a tone over its sound pressure.
    public static let stevensExponent = 0.6

    /// The pitch of a tap and of a vibration at sharpness 0, in hertz: as low as a laptop can be heard.
    public static let lowestPitch = 160.0

    /// By how many octaves the pitch of a tap rises to sharpness 1, there 1470 Hz.
    public static let transientOctaves = 3.2

    /// By how many octaves the pitch of a vibration rises to sharpness 1, there 485 Hz.
    public static let continuousOctaves = 1.6

    /// The peak of a vibration at full intensity; it lies under the taps.
    public static let continuousGain = 0.5

    /// The peak of a tap at full intensity.
    public static let transientGain = 0.9

    /// Four milliseconds: short enough to stay with the tap, long enough not to click.
    static let smoothingTicks = 8

    static func continuousAmplitude(intensity: Double) -> Double { continuousGain * loudness(intensity) }

    static func continuousFrequency(sharpness: Double) -> Double { lowestPitch * exp2(continuousOctaves * sharpness) }

    /// A sine with a little of its octave and twelfth, so that small loudspeakers carry the low ones too. The levels
    /// fall fast: more would buzz.
    static func wave(phase: Double) -> Double {
        let turn = 2 * .pi * phase
        return (sin(turn) + 0.3 * sin(2 * turn) + 0.1 * sin(3 * turn)) / 1.4
    }

    static func transientAmplitude(intensity: Double) -> Double { transientGain * loudness(intensity) }

    static func transient(sharpness: Double, sampleRate: Double) -> Knock {
        Knock(sharpness: sharpness, sampleRate: sampleRate)
    }

    private static func loudness(_ intensity: Double) -> Double { pow(intensity, 1 / stevensExponent) }

    /// A struck thing: a body whose pitch falls quickly to its rest and rings out, its octave (for the dull ones, which
    /// small loudspeakers would else swallow), and a bright, inharmonic partial at the start (for the crisp ones).
    struct Knock: TransientShape {
        let length: Double
        private let pitch: Double
        private let ring: Double
        private let octave: Double
        private let click: Double
        private let gain: Double

        // The pitch starts 60 % above its rest and falls with a time constant of 6 ms, as a drum's does.
        private static let drop = 0.6
        private static let dropTime = 0.006
        // No plain multiple of the pitch, so that it is heard as hardness and not as a tone.
        private static let clickRatio = 3.2
        // The first half millisecond is faded in: no step, and still within the first millisecond.
        private static let rise = 0.0005

        init(sharpness: Double, sampleRate: Double) {
            pitch = lowestPitch * exp2(transientOctaves * sharpness)
            // From 22 ms for a thud to 5 ms for a click.
            ring = 0.022 * pow(5.0 / 22, sharpness)
            length = 4.5 * ring
            octave = 0.25 * (1 - sharpness)
            let highest = Self.clickRatio * pitch * (1 + Self.drop)
            click = highest < 0.45 * sampleRate ? 0.08 + 0.32 * sharpness : 0
            gain = 1 / (1 + octave + click)
        }

        func value(at time: Double) -> Double {
            let fallen = Self.drop * Self.dropTime * (1 - exp(-time / Self.dropTime))
            let turn = 2 * .pi * pitch * (time + fallen)
            let decay = exp(-time / ring)
            let body = sin(turn) * decay
            let second = octave * sin(2 * turn) * decay * decay
            let bright = click * sin(Self.clickRatio * turn) * decay * decay * decay * decay
            let fade = cos(.pi / 2 * time / length)
            return gain * (body + second + bright) * fade * fade * min(1, time / Self.rise)
        }
    }
}

import Glibc

/// The audible rendering for loudspeakers that give little below 150 Hz: a dull tap is a thud, a crisp one a click, a
/// vibration is a soft tone that brightens with sharpness.
///
/// Pitch is exponential in sharpness, as pitch is heard. Amplitude is intensity to the power 1/0.6: by Stevens' law
/// loudness grows as sound pressure to the power 0.6, so that loudness follows intensity in a straight line.
public struct HeardLaw: RenderingLaw {
    /// How loud audible haptics are beside sounds, linear: -10 dB. A body under the sound, not a second sound: a long rumble
    /// must not outdo the win, which is the loudest thing there is. On their own they play in full.
    public static let besideSounds = 0.31622776601683794

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

    /// A sine with a little of its octave and twelfth, so that small loudspeakers carry the low ones too. The levels
    /// fall fast: more would buzz.
    static let wave = WaveTable(harmonics: [1 / 1.4, 0.3 / 1.4, 0.1 / 1.4])

    /// Four milliseconds: short enough to stay with the tap, long enough not to click.
    private static let smoothingTicks = 8

    var tailTicks: Int { Self.smoothingTicks }

    func continuousAmplitude(intensity: Double) -> Double { Self.continuousGain * loudness(intensity) }

    func continuousFrequency(sharpness: Double) -> Double {
        Self.lowestPitch * exp2(Self.continuousOctaves * sharpness)
    }

    /// The mean of the last eight amplitudes. Summed anew each time, so that silence is exactly 0 and not almost.
    func settled(_ amplitudes: [Float], at frequencies: [Float]) -> [Float] {
        var smooth = amplitudes
        for tick in amplitudes.indices {
            var sum: Float = 0
            for past in max(0, tick - Self.smoothingTicks + 1)...tick { sum += amplitudes[past] }
            smooth[tick] = sum / Float(Self.smoothingTicks)
        }
        return smooth
    }

    func transientAmplitude(intensity: Double) -> Double { Self.transientGain * loudness(intensity) }

    func transient(sharpness: Double, sampleRate: Double) -> AudibleTransient {
        AudibleTransient(sharpness: sharpness, sampleRate: sampleRate)
    }

    private func loudness(_ intensity: Double) -> Double { pow(intensity, 1 / Self.stevensExponent) }
}

/// A tap as a struck thing: a body whose pitch falls quickly to its rest and rings out, its octave (for the dull ones,
/// which small loudspeakers would else swallow), and a bright, inharmonic partial at the start (for the crisp ones).
struct AudibleTransient: TransientShape {
    let length: Double
    private let wave = WaveTable.sine
    private let octave: Double
    private let click: Double

    private var phase = 0.0
    private let step: Double
    private var lag = 1.0
    private let lagStep: Double
    private let lagPhase: Double

    private var decay: Double
    private let decayStep: Double
    private var fade: CosineFade
    private var rise = 0.0
    private let riseStep: Double

    // The pitch starts 60 % above its rest and falls with a time constant of 6 ms, as a drum's does.
    private static let drop = 0.6
    private static let dropTime = 0.006
    // No plain multiple of the pitch, so that it is heard as hardness and not as a tone.
    private static let clickRatio = 3.2
    // The first half millisecond is faded in: no step, and still within the first millisecond.
    private static let riseTime = 0.0005

    init(sharpness: Double, sampleRate: Double) {
        let pitch = HeardLaw.lowestPitch * exp2(HeardLaw.transientOctaves * sharpness)
        // From 22 ms for a thud to 5 ms for a click.
        let ring = 0.022 * pow(5.0 / 22, sharpness)
        length = 4.5 * ring
        octave = 0.25 * (1 - sharpness)
        let highest = Self.clickRatio * pitch * (1 + Self.drop)
        click = highest < 0.45 * sampleRate ? 0.08 + 0.32 * sharpness : 0
        step = pitch / sampleRate
        lagStep = exp(-1 / (Self.dropTime * sampleRate))
        lagPhase = pitch * Self.drop * Self.dropTime
        decay = 1 / (1 + octave + click)
        decayStep = exp(-1 / (ring * sampleRate))
        fade = CosineFade(length: length, sampleRate: sampleRate)
        riseStep = 1 / (Self.riseTime * sampleRate)
    }

    @inline(__always)
    mutating func next() -> Double {
        // A falling pitch is a phase that runs ahead by an exponential's worth.
        let cycles = phase + lagPhase * (1 - lag)
        let fallen = decay * (1 + octave + click)
        let body = wave.value(at: cycles)
        let second = octave * wave.value(at: 2 * cycles) * fallen
        let bright = click == 0 ? 0 : click * wave.value(at: Self.clickRatio * cycles) * fallen * fallen * fallen
        let sample = decay * (body + second + bright) * fade.next() * rise
        phase += step
        lag *= lagStep
        decay *= decayStep
        rise = min(1, rise + riseStep)
        return sample
    }
}

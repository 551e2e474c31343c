import Glibc

/// The audible rendering for loudspeakers that produce little below 150 Hz. A dull tap is a thud, a crisp one is a
/// click, and a vibration is a soft tone that gets brighter with sharpness.
///
/// Pitch is exponential in sharpness, as pitch is heard. Intensity and sharpness stay independent: at one intensity
/// every sharpness has the same A-weighted level (`AWeighting`). Loudness follows what is felt (``FeltMagnitude``),
/// so that a weak event is as weak next to a strong one for the ear as it is for the skin.
public struct HeardLaw: RenderingLaw {
    /// The default level of audible haptics relative to sounds, in decibels. They support the sound: a long rumble
    /// must not outdo the win, the loudest cue. Without sounds they play at full level.
    public static let usualBalance = -10.0
    /// The balances between audible haptics and sounds that can be chosen, in decibels.
    public static let balances = -60.0...20.0

    /// Returns the linear gain of audible haptics relative to sounds for a balance in decibels.
    public static func gain(balance decibels: Double) -> Double {
        // In this order of arguments NaN becomes the lower end.
        pow(10, min(max(balances.lowerBound, decibels), balances.upperBound) / 20)
    }

    /// The pitch of a tap and of a vibration at sharpness 0, in hertz: the lowest that a laptop makes audible.
    public static let lowestPitch = 160.0
    /// How many octaves the pitch of a tap rises by at sharpness 1, to 1470 Hz.
    public static let transientOctaves = 3.2
    /// How many octaves the pitch of a vibration rises by at sharpness 1, to 485 Hz.
    public static let continuousOctaves = 1.6
    /// The peak of a vibration of full intensity and sharpness 0, which needs the most. It stays below the taps.
    public static let continuousGain = 0.6
    /// The sum of the peaks of a tap's partials at full intensity and sharpness 0. Together they reach 0.9, for
    /// headroom.
    public static let transientGain = 1.15
    /// A sine with a little of its octave and twelfth, so that small loudspeakers carry low pitches too. The levels
    /// fall fast, because more would buzz.
    static let wave = WaveTable(harmonics: harmonics)
    private static let harmonics = [1 / 1.4, 0.3 / 1.4, 0.1 / 1.4]

    /// Four milliseconds: short enough to stay with the tap, long enough not to click.
    static let smoothingTicks = 8
    static let crossfade = 0.0

    var resonance: ActuatorResonance? { nil }
    var smoothingTicks: Int { Self.smoothingTicks }

    func continuousAmplitude(intensity: Double) -> Double {
        Self.continuousGain * FeltMagnitude.pressure(intensity: intensity)
    }

    /// Returns the amplitude at which a vibration has the A-weighted level of sharpness 0.
    func continuousLevel(sharpness: Double) -> Double {
        (Self.dullest / Self.power(at: continuousFrequency(sharpness: sharpness))).squareRoot()
    }

    private static let dullest = power(at: lowestPitch)

    /// Returns the A-weighted power of a vibration of amplitude 1 at a pitch in hertz.
    private static func power(at pitch: Double) -> Double {
        harmonics.enumerated().reduce(0) { sum, harmonic in
            sum + harmonic.element * harmonic.element * AWeighting.power(at: Double(harmonic.offset + 1) * pitch)
        }
    }

    func continuousFrequency(sharpness: Double) -> Double {
        Self.lowestPitch * exp2(Self.continuousOctaves * sharpness)
    }

    func transientAmplitude(intensity: Double) -> Double {
        Self.transientGain * FeltMagnitude.pressure(intensity: intensity)
    }

    func transientLength(sharpness: Double) -> Double { AudibleTransient.length(sharpness: sharpness) }

    func transient(sharpness: Double, lead: Int, sampleRate: Double) -> AudibleTransient {
        AudibleTransient(sharpness: sharpness, sampleRate: sampleRate)
    }
}

/// A tap as a struck object. It has a body whose pitch falls quickly and rings out. An octave keeps dull taps audible
/// on small loudspeakers, and a bright, inharmonic partial starts the crisp ones.
struct AudibleTransient: TransientShape {
    private let wave = WaveTable.sine
    private let octave: Double
    private let click: Double
    private var phase = 0.0
    private let step: Double
    private var lag = 1.0
    private let lagStep: Double
    private let lagPhase: Double
    private var decay: Double
    private let fullDecay: Double
    private let decayStep: Double
    private var fade: CosineFade
    private var rise = 0.0
    private let riseStep: Double

    // The pitch starts 60 % above its final value and falls with a time constant of 6 ms, like that of a drum.
    private static let drop = 0.6
    private static let dropTime = 0.006
    // This is no simple multiple of the pitch, so that it is heard as hardness and not as a tone.
    private static let clickRatio = 3.2
    // The first half millisecond is faded in, which avoids a step and still stays within the first millisecond.
    private static let riseTime = 0.0005

    init(sharpness: Double, sampleRate: Double) {
        let partials = Partials(sharpness: sharpness)
        let (pitch, ring) = (partials.pitch, partials.ring)
        octave = partials.octave
        let highest = Self.clickRatio * pitch * (1 + Self.drop)
        click = highest < 0.45 * sampleRate ? partials.click : 0
        step = pitch / sampleRate
        lagStep = exp(-1 / (Self.dropTime * sampleRate))
        lagPhase = pitch * Self.drop * Self.dropTime
        decay = (Self.dullest / partials.energy).squareRoot() / Partials(sharpness: 0).sum
        fullDecay = decay
        decayStep = exp(-1 / (ring * sampleRate))
        fade = CosineFade(length: Self.length(sharpness: sharpness), sampleRate: sampleRate)
        riseStep = 1 / (Self.riseTime * sampleRate)
    }

    static func length(sharpness: Double) -> Double { 4.5 * Partials(sharpness: sharpness).ring }

    private static let dullest = Partials(sharpness: 0).energy

    /// The parts of a tap of a sharpness, relative to a body of amplitude 1.
    private struct Partials {
        /// The body's final pitch, in hertz.
        let pitch: Double
        /// The time constant with which the body rings out, in seconds: from 22 ms for a thud to 5 ms for a click. The
        /// octave rings out twice as fast, and the bright partial four times as fast.
        let ring: Double
        let octave: Double
        let click: Double

        init(sharpness: Double) {
            pitch = HeardLaw.lowestPitch * exp2(HeardLaw.transientOctaves * sharpness)
            ring = 0.022 * pow(5.0 / 22, sharpness)
            octave = 0.25 * (1 - sharpness)
            click = 0.08 + 0.32 * sharpness
        }

        var sum: Double { 1 + octave + click }

        /// The A-weighted energy of the tap, up to a factor. A partial of amplitude a that rings out in t seconds
        /// contributes a^2 t / 4, weighted at a pitch during its fall. The rise at the start takes away two thirds of
        /// the energy in its time.
        var energy: Double {
            func weight(_ ratio: Double, while share: Double) -> Double {
                AWeighting.power(at: ratio * pitch * (1 + AudibleTransient.drop * share))
            }
            let partials =
                weight(1, while: 0.25) + octave * octave / 2 * weight(2, while: 0.33)
                + click * click / 4 * weight(AudibleTransient.clickRatio, while: 0.5)
            return partials * ring / 4 * (1 - 2 * AudibleTransient.riseTime * 0.7 / ring)
        }
    }

    @inline(__always)
    mutating func next() -> (level: Double, sine: Double, cosine: Double) {
        // A falling pitch is a phase that leads by an exponential.
        let cycles = phase + lagPhase * (1 - lag)
        let level = decay * fade.next() * rise
        let fallen = decay / fullDecay
        let sample = (level, partials(at: cycles, 0, fallen), partials(at: cycles, 0.25, fallen))
        phase += step
        lag *= lagStep
        decay *= decayStep
        rise = min(1, rise + riseStep)
        return sample
    }

    /// Returns the sum of the partials, each shifted by `ahead` cycles; `fallen` is the fraction left of the body.
    @inline(__always)
    private func partials(at cycles: Double, _ ahead: Double, _ fallen: Double) -> Double {
        let second = octave * wave.value(at: 2 * cycles + ahead) * fallen
        let bright =
            click == 0 ? 0 : click * wave.value(at: Self.clickRatio * cycles + ahead) * fallen * fallen * fallen
        return wave.value(at: cycles + ahead) + second + bright
    }
}

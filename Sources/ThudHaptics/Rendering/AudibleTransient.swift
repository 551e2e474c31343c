import Glibc

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

import Glibc
import ThudCore

/// The instruments that several games share. Each is a function of the pitch in hertz and the seconds since the blow.
/// Each peaks at about 1 and starts smoothly within 2 ms.
enum Instrument {
    /// One of the sines that a struck object rings with: its frequency and level as shares of the first one's, and the
    /// seconds in which it falls by a factor of e.
    typealias Partial = (ratio: Double, level: Double, ring: Double)

    /// Returns a struck object's sound: the sum of its partials, each of which decays at its own rate.
    static func struck(_ hertz: Double, _ partials: [Partial], at time: Double) -> Double {
        guard time >= 0 else { return 0 }
        return Envelope.rise(time, over: 0.0008)
            * partials.reduce(0) {
                $0 + $1.level * sin(2 * .pi * hertz * $1.ratio * time) * Envelope.ring(time, timeConstant: $1.ring)
            }
    }

    /// A marimba: a wooden bar whose first overtone is tuned two octaves up (Fletcher and Rossing, 1998, 19.3).
    static func marimba(_ hertz: Double, at time: Double, ring: Double) -> Double {
        struck(hertz, [(1, 1, ring), (4, 0.22, ring * 0.35), (9.2, 0.06, ring * 0.12)], at: time)
    }

    /// A celesta: small steel bars under felt, with soft overtones of a free bar (Fletcher and Rossing, 1998, 2.15).
    static func celesta(_ hertz: Double, at time: Double, ring: Double) -> Double {
        struck(hertz, [(1, 1, ring), (2.756, 0.13, ring * 0.35), (5.404, 0.04, ring * 0.12)], at: time)
    }

    /// A kalimba: a steel tongue on wood, round and warm, with a little of the thumb's noise.
    static func kalimba(_ hertz: Double, at time: Double, ring: Double) -> Double {
        struck(
            hertz, [(1, 1, ring), (2, 0.28, ring * 0.6), (3, 0.12, ring * 0.35), (6.27, 0.07, 0.018)], at: time)
    }

    /// A felt-headed knock on wood, which falls by a third within milliseconds. Small loudspeakers need its octave and
    /// twelfth.
    static func knock(_ hertz: Double, at time: Double, ring: Double) -> Double {
        guard time >= 0 else { return 0 }
        let cycles = hertz * (time + 0.25 * 0.006 * (1 - Envelope.ring(time, timeConstant: 0.006)))
        let body = sin(2 * .pi * cycles) + 0.4 * sin(2 * .pi * 2 * cycles) + 0.2 * sin(2 * .pi * 3 * cycles)
        return body * Envelope.rise(time, over: 0.0008) * Envelope.ring(time, timeConstant: ring)
    }
}

/// The pitches of the notes by their names in scientific notation; A4 is 440 Hz.
enum Note {
    static let c4 = pitch(-9), e4 = pitch(-5), g4 = pitch(-2), a4 = pitch(0)
    static let c5 = pitch(3), e5 = pitch(7), g5 = pitch(10), a5 = pitch(12)
    static let c6 = pitch(15), d6 = pitch(17), e6 = pitch(19), g6 = pitch(22), a6 = pitch(24), c7 = pitch(27)

    /// Returns the pitch a number of semitones above A4, in equal temperament.
    private static func pitch(_ semitones: Double) -> Double { 440 * exp2(semitones / 12) }
}

/// White noise that repeats after a number of frames, as the source for filtered loops.
struct NoiseLoop {
    private let samples: [Double]

    init(seed: UInt64, frames: Int) {
        var generator = SeededGenerator(seed: seed)
        samples = (0..<frames).map { _ in generator.between(-1, 1) }
    }

    subscript(frame: Int) -> Double { samples[frame % samples.count] }
}

/// The envelopes of sounds: pure functions of seconds, with values from 0 to 1.
enum Envelope {
    /// Rises from 0 to 1 over `duration` along half a cosine, which has no corner and so makes no click.
    static func rise(_ time: Double, over duration: Double) -> Double {
        if time <= 0 { return 0 }
        if time >= duration { return 1 }
        return 0.5 - 0.5 * cos(.pi * time / duration)
    }

    /// Falls from 1 to 0 along half a cosine, over the `duration` that ends at `end`.
    static func fall(_ time: Double, to end: Double, over duration: Double) -> Double {
        rise(end - time, over: duration)
    }

    /// Decays from 1 at time 0 by a factor of e per `timeConstant`.
    static func ring(_ time: Double, timeConstant: Double) -> Double { exp(-max(0, time) / timeConstant) }

    /// Returns the frequency at `position` between `from` and `to`, in equal musical steps.
    static func glide(_ from: Double, _ to: Double, _ position: Double) -> Double {
        from * pow(to / from, min(1, max(0, position)))
    }
}

/// A two-pole band-pass filter whose frequency may change with every sample without clicks. It is the band output of
/// a state-variable filter (A. Simper, Cytomic, 2013), with unity gain at its frequency.
struct BandpassFilter {
    private var first = 0.0
    private var second = 0.0

    /// Filters one sample.
    /// - Parameters:
    ///   - hertz: the frequency, limited to 0.45 of the sample rate.
    ///   - q: the frequency divided by the width of the band.
    mutating func process(_ input: Double, hertz: Double, q: Double) -> Double {
        let g = tan(.pi * min(hertz / Double(StereoMix.sampleRate), 0.45))
        let k = 1 / q
        let a1 = 1 / (1 + g * (g + k))
        let v3 = input - second
        let v1 = a1 * first + a1 * g * v3
        let v2 = second + a1 * g * first + a1 * g * g * v3
        first = 2 * v1 - first
        second = 2 * v2 - second
        return k * v1
    }
}

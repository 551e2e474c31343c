import Glibc

/// The sounds of Out of Pocket: short and tight, because the game is played like an instrument.
enum PocketSounds {
    /// The recipes in the order of the game's cue table.
    static let all = [tick, faster, chime, note, fall, fanfare, click]

    /// A hard wooden tick at 1.2 kHz, 60 ms: the gesture was right. It sustains briefly before it decays, so that
    /// such a short sound can be the loudest.
    static let tick = Recipe(
        name: "pocket/tick", seconds: 0.06, loudness: Recipe.win, ends: .fades(attack: 0.0005, release: 0.02),
        channelCount: 1
    ) { mix in
        mix.add { time in
            let wood = sin(2 * .pi * 1_200 * time) + 0.3 * sin(2 * .pi * 2_400 * time)
            let stick = 0.5 * sin(2 * .pi * 4_130 * time) * Envelope.ring(time, timeConstant: 0.003)
            return tanh(1.8 * wood * Envelope.ring(time - 0.012, timeConstant: 0.02)) + stick
        }
    }

    /// Two light ticks, the second a fourth higher, 0.17 s: there is less time from now on.
    static let faster = Recipe(
        name: "pocket/faster", seconds: 0.17, ends: .fades(attack: 0.0005, release: 0.03), channelCount: 1
    ) { mix in
        for (start, hertz) in [(0.0, 1_600.0), (0.085, 2_133.0)] {
            mix.add(at: start) { time in Instrument.marimba(hertz, at: time, ring: 0.022) }
        }
    }

    /// Three quick celesta notes, 0.24 s: a sequence is done. The last falls on the second haptic.
    static let chime = Recipe(
        name: "pocket/chime", seconds: 0.24, ends: .fades(attack: 0.0006, release: 0.09), channelCount: 1
    ) { mix in
        for (start, hertz, level) in [(0.0, Note.g5, 0.8), (0.05, Note.c6, 0.8), (0.1, Note.e6, 1)] {
            mix.add(at: start, gain: level) { time in Instrument.celesta(hertz, at: time, ring: 0.09) }
        }
    }

    /// One marimba note, E5, 0.22 s: a gesture of a sequence is shown. The catalog gives each gesture its own pitch
    /// within an octave of this one.
    static let note = Recipe(
        name: "pocket/note", seconds: 0.22, loudness: Recipe.loudness + 3.5, ends: .fades(attack: 0.0006, release: 0.1),
        channelCount: 1
    ) { mix in
        mix.add { time in Instrument.marimba(Note.e5, at: time, ring: 0.07) }
    }

    /// A round tone that falls from 220 Hz by a fifth, 0.25 s: wrong or late. It has no sharp edge, because a failure
    /// is fair and the next try is near. Its octave and twelfth make it audible on small loudspeakers.
    static let fall = Recipe(
        name: "pocket/fall", seconds: 0.25, ends: .fades(attack: 0.0009, release: 0.1), channelCount: 1
    ) { mix in
        var cycles = 0.0
        mix.add { time in
            let hertz = Envelope.glide(220, 146.8, Envelope.rise(time - 0.03, over: 0.16))
            cycles += hertz / Double(StereoMix.sampleRate)
            let tone =
                sin(2 * .pi * cycles) + 0.7 * sin(2 * .pi * 2 * cycles) + 0.45 * sin(2 * .pi * 3 * cycles)
                + 0.12 * sin(2 * .pi * 4 * cycles)
            return tone * Envelope.ring(time, timeConstant: 0.16)
        }
    }

    /// A pick-up and a chord of bright reeds with bells above, 1.1 s: a record. The chord falls on the second haptic.
    static let fanfare = Recipe(
        name: "pocket/fanfare", seconds: 1.1, loudness: Recipe.loudness + 2, ends: .fades(attack: 0.0008, release: 0.35)
    ) { mix in
        mix.add { time in reed(Note.g5, at: time, length: 0.09) }
        for (hertz, pan, level) in [
            (Note.c5, -0.5, 0.6), (Note.e5, 0.5, 0.5), (Note.g5, -0.2, 0.5), (Note.c6, 0.2, 0.8),
        ] { mix.add(at: 0.1, pan: pan, gain: level) { time in reed(hertz, at: time, length: 0.95) } }
        for (index, hertz) in [Note.e6, Note.g6, Note.c7, Note.g6, Note.c7].enumerated() {
            mix.add(at: 0.25 + 0.1 * Double(index), pan: index.isMultiple(of: 2) ? -0.6 : 0.6, gain: 0.3) { time in
                Instrument.celesta(hertz, at: time, ring: 0.2)
            }
        }
        mix.addRoom(level: 0.08, decay: 0.7)
    }

    /// A reed tone, whose odd overtones fall off fast as in a clarinet.
    private static func reed(_ hertz: Double, at time: Double, length: Double) -> Double {
        let level =
            Envelope.rise(time, over: 0.0015) * Envelope.fall(time, to: length, over: min(0.5, length * 0.5))
            * Envelope.ring(time, timeConstant: 0.45)
        if level == 0 { return 0 }
        return level
            * [1.0, 2, 3, 5, 7].enumerated().reduce(0) { sum, partial in
                sum + [1, 0.25, 0.4, 0.16, 0.06][partial.offset] * sin(2 * .pi * hertz * partial.element * time)
            }
    }

    /// A dull click, 25 ms: a button.
    static let click = Recipe(
        name: "pocket/click", seconds: 0.025, loudness: Recipe.quiet, ends: .fades(attack: 0.0005, release: 0.01),
        channelCount: 1
    ) { mix in
        mix.add { time in tanh(1.5 * Instrument.knock(560, at: time, ring: 0.007)) }
    }
}

import Glibc
import ThudCore

/// The sounds of Aria's Magic: round and gentle, for children of four to eight. The instruments are kalimba, celesta,
/// marimba, a soft whistle and felt. No sound is both low and loud, and none has a sharp edge.
enum MagicSounds {
    /// The recipes in the order of the game's cue table.
    static let all = [
        tick, pluck, spawn, warning, pat, wave, twirl, dance, jump, twinkle, friend, farewell,
        MagicLoops.sparkles, MagicLoops.snow, MagicLoops.bubbles,
    ]

    /// A fingertip on a wooden toy, 30 ms: the picker snaps, or a setting changes.
    static let tick = Recipe(
        name: "magic/tick", seconds: 0.03, loudness: Recipe.quiet, ends: .fades(attack: 0.0005, release: 0.012),
        channelCount: 1
    ) { mix in
        mix.add { time in tanh(1.4 * Instrument.knock(980, at: time, ring: 0.008)) }
    }

    /// One kalimba note, A5, 0.14 s: something is chosen.
    static let pluck = Recipe(
        name: "magic/pluck", seconds: 0.14, ends: .fades(attack: 0.0006, release: 0.06), channelCount: 1
    ) { mix in
        mix.add { time in Instrument.kalimba(Note.a5, at: time, ring: 0.06) }
    }

    /// A run up a kalimba into a high celesta, 0.4 s: a character appears.
    static let spawn = Recipe(name: "magic/spawn", seconds: 0.4, ends: .fades(attack: 0.0008, release: 0.15)) { mix in
        for (index, hertz) in [Note.c5, Note.e5, Note.g5, Note.c6].enumerated() {
            mix.add(at: 0.045 * Double(index), pan: -0.5 + 0.3 * Double(index), gain: 0.8) { time in
                Instrument.kalimba(hertz, at: time, ring: 0.1)
            }
        }
        mix.add(at: 0.18, pan: 0.5, gain: 0.5) { time in Instrument.celesta(Note.e6, at: time, ring: 0.12) }
        mix.addRoom(level: 0.06, decay: 0.4)
    }

    /// Two low notes that step down a third, 0.36 s: there is no room here. The second falls on the second haptic.
    static let warning = Recipe(
        name: "magic/warning", seconds: 0.36, loudness: Recipe.quiet, ends: .fades(attack: 0.0009, release: 0.12),
        channelCount: 1
    ) { mix in
        for (start, hertz) in [(0.0, Note.e4), (0.15, Note.c4)] {
            mix.add(at: start) { time in Instrument.kalimba(hertz, at: time, ring: 0.11) }
        }
    }

    /// A hand on a cushion, 80 ms: a character is set down.
    static let pat = Recipe(
        name: "magic/pat", seconds: 0.08, loudness: Recipe.quiet, ends: .fades(attack: 0.0008, release: 0.04),
        channelCount: 1
    ) { mix in
        var noise = SeededGenerator(seed: 41)
        var cloth = BandpassFilter()
        mix.add { time in
            let puff =
                cloth.process(noise.between(-1, 1), hertz: 620, q: 0.7) * Envelope.ring(time, timeConstant: 0.014)
            return Instrument.knock(230, at: time, ring: 0.022) + 1.4 * puff
        }
    }

    /// A soft whistle that goes up, down and up again and swells, 0.6 s: hello.
    static let wave = Recipe(
        name: "magic/wave", seconds: 0.6, ends: .fades(attack: 0.0009, release: 0.14), channelCount: 1
    ) { mix in
        var cycles = 0.0
        mix.add { time in
            cycles += (700 - 210 * cos(2 * .pi * 2.8 * time)) / Double(StereoMix.sampleRate)
            return whistle(cycles) * (0.45 + 0.55 * Envelope.rise(time, over: 0.35))
        }
    }

    /// A celesta that runs up, around the head and down again, 0.6 s.
    static let twirl = Recipe(name: "magic/twirl", seconds: 0.6, ends: .fades(attack: 0.0008, release: 0.2)) { mix in
        let round = [Note.c6, Note.d6, Note.e6, Note.g6, Note.a6, Note.g6, Note.e6, Note.d6]
        for (index, hertz) in round.enumerated() {
            let turn = 2 * .pi * Double(index) / Double(round.count)
            mix.add(at: 0.055 * Double(index), pan: -0.8 * cos(turn), gain: 0.7 + 0.2 * sin(turn)) { time in
                Instrument.celesta(hertz, at: time, ring: 0.1)
            }
        }
        mix.addRoom(level: 0.06, decay: 0.4)
    }

    /// Four beats of a tune, 1.2 s: a kalimba bass on each beat, its melody above, and a shaker between the beats.
    static let dance = Recipe(name: "magic/dance", seconds: 1.2, ends: .fades(attack: 0.0008, release: 0.2)) { mix in
        let beat = 0.3
        for (index, hertz) in [Note.c4, Note.g4, Note.a4, Note.g4].enumerated() {
            mix.add(at: beat * Double(index), gain: 0.9) { time in Instrument.kalimba(hertz, at: time, ring: 0.12) }
        }
        let melody = [Note.e5, Note.g5, Note.c6, Note.a5, Note.g5, Note.e5, Note.g5, Note.c6]
        for (index, hertz) in melody.enumerated() {
            let pan = index.isMultiple(of: 2) ? -0.35 : 0.35
            mix.add(at: beat / 2 * Double(index), pan: pan, gain: index.isMultiple(of: 2) ? 0.75 : 0.5) { time in
                Instrument.kalimba(hertz, at: time, ring: 0.09)
            }
        }
        for index in 0..<4 {
            var seeds = SeededGenerator(seed: 51 + UInt64(index))
            var shell = BandpassFilter()
            mix.add(at: beat * (Double(index) + 0.5), pan: 0.5, gain: 0.22) { time in
                shell.process(seeds.between(-1, 1), hertz: 4_200, q: 1.2) * Envelope.rise(time, over: 0.012)
                    * Envelope.ring(time - 0.012, timeConstant: 0.022)
            }
        }
    }

    /// A released spring, 0.4 s: a whistle that leaps up an octave and trembles to rest.
    static let jump = Recipe(
        name: "magic/jump", seconds: 0.4, ends: .fades(attack: 0.0009, release: 0.14), channelCount: 1
    ) { mix in
        var cycles = 0.0
        mix.add { time in
            let leap = Envelope.glide(250, 520, Envelope.rise(time, over: 0.11))
            let tremble = 1 + 0.16 * sin(2 * .pi * 17 * time) * Envelope.rise(time, over: 0.06)
            cycles += leap * tremble / Double(StereoMix.sampleRate)
            let tone = sin(2 * .pi * cycles) + 0.45 * sin(2 * .pi * 2 * cycles) + 0.2 * sin(2 * .pi * 3 * cycles)
            return tone * Envelope.ring(time, timeConstant: 0.14)
        }
    }

    /// Three high celesta notes, 0.3 s: the face was seen. The last falls on the second haptic.
    static let twinkle = Recipe(name: "magic/twinkle", seconds: 0.3, ends: .fades(attack: 0.0008, release: 0.13)) {
        mix in
        for (start, hertz, pan) in [(0.0, Note.g6, -0.5), (0.075, Note.e6, 0.5), (0.15, Note.c7, 0)] {
            mix.add(at: start, pan: pan) { time in Instrument.celesta(hertz, at: time, ring: 0.085) }
        }
    }

    /// Two rising notes, G5 and C6, 0.5 s: a friend joins. The second falls on the second haptic.
    static let friend = Recipe(
        name: "magic/friend", seconds: 0.5, ends: .fades(attack: 0.0008, release: 0.2), channelCount: 1
    ) { mix in
        for (start, hertz) in [(0.0, Note.g5), (0.15, Note.c6)] {
            mix.add(at: start) { time in Instrument.kalimba(hertz, at: time, ring: 0.16) }
        }
    }

    /// Two falling notes, C5 and G4, 0.6 s: a friend leaves.
    static let farewell = Recipe(
        name: "magic/farewell", seconds: 0.6, ends: .fades(attack: 0.0008, release: 0.25), channelCount: 1
    ) { mix in
        for (start, hertz) in [(0.0, Note.c5), (0.2, Note.g4)] {
            mix.add(at: start) { time in Instrument.marimba(hertz, at: time, ring: 0.17) }
        }
    }

    /// Returns a whistle without breath noise at a phase in cycles.
    private static func whistle(_ cycles: Double) -> Double {
        sin(2 * .pi * cycles) + 0.18 * sin(2 * .pi * 2 * cycles) + 0.06 * sin(2 * .pi * 3 * cycles)
    }
}

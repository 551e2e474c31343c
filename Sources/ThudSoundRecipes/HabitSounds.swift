import Glibc

/// The sounds of Habit Tracker: calm and few, because a person hears them every day.
enum HabitSounds {
    /// The recipes in the order of the game's cue table.
    static let all = [breath, chime, tick]

    /// Streaming air while a habit is held, for users who have switched haptics off. The loop lasts 2 s and swells
    /// once, as slowly as one breathes out.
    static let breath = Recipe(name: "habit/breath", seconds: 2, ends: .joined, channelCount: 1) { mix in
        let noise = NoiseLoop(seed: 31, frames: mix.frameCount)
        var (low, high) = (BandpassFilter(), BandpassFilter())
        mix.addLooping { frame in
            let swell = 0.5 - 0.5 * cos(2 * .pi * Double(frame) / Double(2 * StereoMix.sampleRate))
            let air =
                low.process(noise[frame], hertz: 420 + 60 * swell, q: 1.6)
                + 0.5 * high.process(noise[frame], hertz: 1_150 + 150 * swell, q: 1.4)
            let level = air * (0.85 + 0.15 * swell)
            return (level, level)
        }
    }

    /// A soft chime of two notes, G5 and C6, 0.35 s: a habit is done. The second note falls on the second haptic.
    static let chime = Recipe(
        name: "habit/chime", seconds: 0.35, loudness: Recipe.win, ends: .fades(attack: 0.0008, release: 0.12),
        channelCount: 1
    ) { mix in
        mix.add { time in 0.8 * Instrument.celesta(Note.g5, at: time, ring: 0.16) }
        mix.add(at: 0.15) { time in
            Instrument.celesta(Note.c6, at: time, ring: 0.2) + 0.35 * Instrument.celesta(Note.c5, at: time, ring: 0.16)
        }
    }

    /// A fingertip on felt, 32 ms: a choice moves, or a button is pressed.
    static let tick = Recipe(
        name: "habit/tick", seconds: 0.032, loudness: Recipe.quiet, ends: .fades(attack: 0.0005, release: 0.012),
        channelCount: 1
    ) { mix in
        mix.add { time in tanh(1.5 * Instrument.knock(720, at: time, ring: 0.009)) }
    }
}

import Glibc
import ThudCore
import ThudSoundFiles

/// The sounds of Kape. All are stereo with 24 bits.
enum KapeSounds {
    /// The recipes in the order of a round.
    static let all = [tick, go, ping, whoosh, warning, alarm, fanfare]

    /// A dry woodblock, 45 ms: two wooden modes and the knock of the stick. For the countdown and buttons.
    static let tick = Recipe(
        name: "kape/tick", seconds: 0.045, ends: .fades(attack: 0.0004, release: 0.012), depth: .bits24
    ) { mix in
        var noise = SeededGenerator(seed: 3)
        var stick = BandpassFilter()
        mix.add { time in
            // The block starts slightly sharp and settles within milliseconds.
            let bend = 0.012 * Envelope.ring(time, timeConstant: 0.004) * 0.004
            let wood = sin(2 * .pi * 1_180 * (time - bend)) * Envelope.ring(time, timeConstant: 0.013)
            let grain = sin(2 * .pi * 1_873 * (time - bend)) * Envelope.ring(time, timeConstant: 0.008)
            let knock =
                stick.process(noise.between(-1, 1), hertz: 3_200, q: 1.2) * Envelope.ring(time, timeConstant: 0.0025)
            // Saturation keeps the ring dense, so that this short sound is as loud as the long ones.
            return tanh(1.6 * (wood + 0.5 * grain + 0.7 * knock))
        }
    }

    /// The round begins, 0.3 s: one high marimba note, G6, above every other tone of a round.
    static let go = Recipe(name: "kape/go", seconds: 0.3, ends: .fades(attack: 0.0006, release: 0.1), depth: .bits24) {
        mix in
        /// Each partial: hertz, level, seconds to fall by a factor of e.
        let partials: [(hertz: Double, level: Double, ring: Double)] = [
            (1_568, 1, 0.11), (3_136, 0.35, 0.07), (4_704, 0.15, 0.04), (784, 0.4, 0.09),
        ]
        mix.add { time in
            tanh(1.3 * partials.reduce(0) { $0 + $1.level * ringing($1.hertz, at: time, timeConstant: $1.ring) })
        }
    }

    /// A heavy thud under a bright bell, 0.42 s: C6 with the fifth above it. It is the win, and so the loudest sound.
    static let ping = Recipe(
        name: "kape/ping", seconds: 0.42, loudness: Recipe.win, ends: .fades(attack: 0.0006, release: 0.16),
        depth: .bits24
    ) { mix in
        /// Each partial: ratio to C6, level, seconds to fall by a factor of e.
        let partials: [(ratio: Double, level: Double, ring: Double)] = [
            (1, 0.9, 0.13), (1.5, 0.75, 0.12), (2, 0.5, 0.09), (3, 0.28, 0.06), (4.02, 0.12, 0.035), (5.43, 0.1, 0.02),
        ]
        for (index, partial) in partials.enumerated() {
            let hertz = 1_046.5 * partial.ratio
            // Both sides are slightly detuned, so that the bell shimmers slowly.
            for side in [-1.0, 1] {
                let width = index == 0 ? 0.25 : 0.6
                mix.add(pan: side * width, gain: 1.2 * partial.level / 2) { time in
                    ringing(hertz + side * 0.9, at: time, timeConstant: partial.ring)
                }
            }
        }
        mix.add(gain: 0.9) { time in tanh(1.7 * thud(at: time)) }
        mix.addRoom(level: 0.06, decay: 0.5)
    }

    /// A blow on something heavy: a body that sinks from 110 to 70 Hz, with partials from 168 to 397 Hz that make it
    /// audible on a small loudspeaker.
    private static func thud(at time: Double) -> Double {
        /// Each partial: final hertz, how much higher it begins, seconds to sink, level, seconds to fall by a factor of
        /// e.
        let partials: [(hertz: Double, above: Double, sink: Double, level: Double, ring: Double)] = [
            (70, 40, 0.03, 1, 0.11), (168, 20, 0.02, 0.55, 0.08), (231, 28, 0.02, 0.45, 0.07),
            (318, 38, 0.02, 0.5, 0.065), (397, 48, 0.02, 0.4, 0.055),
        ]
        return partials.reduce(0) { sum, partial in
            let sunk = partial.above * partial.sink * (1 - Envelope.ring(time, timeConstant: partial.sink))
            return sum + partial.level * sin(2 * .pi * (partial.hertz * time + sunk))
                * Envelope.ring(time, timeConstant: partial.ring)
        }
    }

    private static func ringing(_ hertz: Double, at time: Double, timeConstant: Double) -> Double {
        sin(2 * .pi * hertz * time) * Envelope.ring(time, timeConstant: timeConstant)
    }

    /// A whisk of air, 0.32 s: filtered noise that rises and sinks as it passes from left to right. Neutral.
    static let whoosh = Recipe(
        name: "kape/whoosh", seconds: 0.32, ends: .fades(attack: 0.0012, release: 0.14), depth: .bits24
    ) { mix in
        var middle = SeededGenerator(seed: 11)
        var edges = (left: SeededGenerator(seed: 12), right: SeededGenerator(seed: 13))
        var touch = SeededGenerator(seed: 14)
        var flick = BandpassFilter()
        var filters = [BandpassFilter](repeating: .init(), count: 4)
        mix.add(pan: -0.5, gain: 0.5) { time in
            // The flick of the whisk is heard at once and blends with the rigid haptic.
            flick.process(touch.between(-1, 1), hertz: 1_800, q: 0.8) * Envelope.ring(time, timeConstant: 0.006)
        }
        mix.addStereo { time in
            let position = time / 0.32
            // The pitch rises until the pass at a third of the way, then falls below its start.
            let hertz =
                position < 0.33
                ? Envelope.glide(650, 2_300, position / 0.33) : Envelope.glide(2_300, 420, (position - 0.33) / 0.67)
            let swell = 0.3 + 0.7 * Envelope.rise(time, over: 0.075)
            let level = swell * Envelope.ring(time - 0.08, timeConstant: 0.085)
            let core = middle.between(-1, 1)
            let noise = (left: core + 0.5 * edges.left.between(-1, 1), right: core + 0.5 * edges.right.between(-1, 1))
            // Two passes through the band make a steeper filter with a clearer pitch, so that the movement is heard.
            let left = filters[1].process(filters[0].process(noise.left, hertz: hertz, q: 1.3), hertz: hertz, q: 0.9)
            let right = filters[3].process(filters[2].process(noise.right, hertz: hertz, q: 1.3), hertz: hertz, q: 0.9)
            let angle = .pi / 4 * (1 + 0.75 * (2 * position - 1))
            return (left * level * cos(angle), right * level * sin(angle))
        }
    }

    /// Two soft mid tones that step down a third, 0.5 s: ten seconds are left. The second falls on the second haptic.
    static let warning = Recipe(
        name: "kape/warning", seconds: 0.5, ends: .fades(attack: 0.0008, release: 0.12), depth: .bits24
    ) { mix in
        for (start, hertz, length) in [(0.0, 698.5, 0.135), (0.15, 587.3, 0.35)] {
            mix.add(at: start) { time in
                let body = Envelope.rise(time, over: 0.002) * Envelope.fall(time, to: length, over: 0.05)
                let level = body * Envelope.ring(time, timeConstant: 0.16)
                // A mallet on metal bars: the fundamental, octave and twelfth, with a slow tremolo.
                let tremble = 1 - 0.25 * (0.5 - 0.5 * cos(2 * .pi * 14 * time))
                let tone =
                    sin(2 * .pi * hertz * time) + 0.32 * sin(2 * .pi * 2 * hertz * time)
                    + 0.2 * sin(2 * .pi * 3 * hertz * time) * Envelope.ring(time, timeConstant: 0.05)
                return tone * level * tremble
            }
        }
        mix.addRoom(level: 0.05, decay: 0.35)
    }

    /// Two blasts of brass, short and long, 0.95 s: time is up. Most of its energy lies from 0.8 to 2.5 kHz, which
    /// every loudspeaker plays and every ear hears well.
    static let alarm = Recipe(
        name: "kape/alarm", seconds: 0.95, ends: .fades(attack: 0.0008, release: 0.18), depth: .bits24
    ) { mix in
        for (start, length) in [(0.0, 0.2), (0.26, 0.69)] {
            // A bare fifth, A and E. Two slightly detuned players, left and right, play each note.
            for (hertz, level) in [(220.0, 1.0), (330.0, 0.7)] {
                for side in [-1.0, 1] {
                    mix.add(at: start, pan: side * 0.5, gain: level / 2) { time in
                        brass(hertz * (1 + side * 0.0022), at: time, length: length)
                    }
                }
            }
        }
        mix.addRoom(level: 0.08, decay: 0.4)
    }

    /// A brass tone, whose bell lifts the overtones around 1.4 kHz: more than twofold within an octave.
    private static func brass(_ hertz: Double, at time: Double, length: Double) -> Double {
        let breath = Envelope.rise(time, over: 0.0015) * Envelope.fall(time, to: length, over: 0.09)
        if breath == 0 { return 0 }
        let flutter = 1 - 0.3 * (0.5 - 0.5 * cos(2 * .pi * 11 * time))
        var sum = 0.0
        for harmonic in 1...14 {
            let frequency = hertz * Double(harmonic)
            let octaves = log2(frequency / 1_400)
            let lift = 1 + 5 * exp(-octaves * octaves / 0.5)
            let rolloff = 1 / (1 + pow(frequency / 3_000, 4)).squareRoot()
            sum += sin(2 * .pi * frequency * time) / Double(harmonic) * lift * rolloff
        }
        return sum * breath * flutter
    }

    /// A rising major arpeggio that opens into its chord, 1.7 s: a legend. A trumpet plays below, bells above.
    static let fanfare = Recipe(
        name: "kape/fanfare", seconds: 1.7, loudness: Recipe.loudness + 2, ends: .fades(attack: 0.0008, release: 0.5),
        depth: .bits24
    ) { mix in
        // The pick-ups C5, E5 and G5 come a tenth of a second apart, then the chord from C4 to E6.
        let run: [(start: Double, hertz: Double, pan: Double)] = [
            (0, 523.25, -0.4), (0.11, 659.26, 0), (0.22, 783.99, 0.4),
        ]
        for note in run {
            mix.add(at: note.start, pan: note.pan, gain: 0.8) { time in
                trumpet(note.hertz, at: time, length: 0.15, ring: 0.3)
            }
        }
        let chord: [(hertz: Double, pan: Double, level: Double)] = [
            (261.63, -0.2, 0.6), (523.25, 0.3, 0.6), (659.26, -0.5, 0.55), (783.99, 0.5, 0.55), (1_046.5, 0, 0.9),
        ]
        for note in chord {
            mix.add(at: 0.33, pan: note.pan, gain: note.level) { time in
                trumpet(note.hertz, at: time, length: 1.35, ring: 0.5)
            }
        }
        for (index, hertz) in [1_046.5, 1_318.5, 1_568.0, 2_093.0].enumerated() {
            mix.add(at: 0.33 + 0.055 * Double(index), pan: 0.7 - 0.45 * Double(index), gain: 0.22) { time in
                let bell = sin(2 * .pi * hertz * time) + 0.4 * sin(2 * .pi * hertz * 2.76 * time)
                return bell * Envelope.rise(time, over: 0.001) * Envelope.ring(time, timeConstant: 0.28)
            }
        }
        mix.addRoom(level: 0.12, decay: 1.1)
    }

    /// A trumpet-like tone: overtones that fall off evenly, and a late vibrato.
    private static func trumpet(_ hertz: Double, at time: Double, length: Double, ring: Double) -> Double {
        let level = Envelope.rise(time, over: 0.0012) * Envelope.fall(time, to: length, over: min(0.6, length * 0.5))
        if level == 0 { return 0 }
        let vibrato = 0.0002 * Envelope.rise(time - 0.25, over: 0.4) * sin(2 * .pi * 5.2 * time)
        let bright = 0.35 + 0.4 * Envelope.ring(time, timeConstant: 0.12)
        var sum = 0.0
        var overtone = 1.0
        for harmonic in 1...7 {
            sum += overtone * sin(2 * .pi * hertz * Double(harmonic) * (time + vibrato))
            overtone *= bright
        }
        return sum * level * Envelope.ring(time, timeConstant: ring)
    }
}

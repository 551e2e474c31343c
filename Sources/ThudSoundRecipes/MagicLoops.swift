import Glibc
import ThudCore

/// The loops that play while an effect of Aria's Magic is on. Each swells with the pulse of its haptic, which starts
/// with the loop. Prominent notes stay away from the loop point.
enum MagicLoops {
    /// A shimmering chord with small bells above it, four pulses of 0.8 s.
    static let sparkles = Recipe(
        name: "magic/sparkles", seconds: 3.2, loudness: Recipe.quiet, ends: .joined
    ) { mix in
        for (index, hertz) in [Note.c5, Note.g5, Note.c6, Note.e6].enumerated() {
            // Each chord note and its tremolo complete whole cycles within the loop. All tremolos peak at the loop
            // point.
            let hertz = (hertz * 3.2).rounded() / 3.2
            let rate = Double(index + 9) / 3.2
            mix.addAround(at: 0, lasting: 3.2, pan: -0.6 + 0.4 * Double(index), gain: 0.05) { time in
                sin(2 * .pi * hertz * time) * pulse(at: time, every: 0.8, depth: 0.3)
                    * (0.7 + 0.3 * cos(2 * .pi * rate * time))
            }
        }
        var dice = SeededGenerator(seed: 61)
        let notes = [Note.c6, Note.d6, Note.e6, Note.g6, Note.a6, Note.c7]
        for step in 1..<16 {
            let (hertz, pan) = (notes[Int(dice.between(0, 6))], dice.between(-0.8, 0.8))
            let start = 0.2 * Double(step) + dice.between(-0.03, 0.03)
            mix.addAround(at: start, lasting: 1.2, pan: pan, gain: dice.between(0.1, 0.28)) { time in
                Instrument.celesta(hertz, at: time, ring: 0.22) * Envelope.rise(time, over: 0.004)
                    * Envelope.fall(time, to: 1.2, over: 0.2)
            }
        }
    }

    /// Air in which snow falls, two pulses of 2 s: soft noise on the left and right, with a hushed fifth below it.
    static let snow = Recipe(name: "magic/snow", seconds: 4, loudness: Recipe.quiet, ends: .joined) { mix in
        let noises = (71...72).map { NoiseLoop(seed: $0, frames: mix.frameCount) }
        var filters = [BandpassFilter](repeating: .init(), count: 6)
        mix.addLooping { frame in
            let time = Double(frame) / Double(StereoMix.sampleRate)
            let swell = pulse(at: time, every: 2, depth: 0.35)
            func air(_ side: Int) -> Double {
                // The two sides drift in opposite directions, once per loop.
                let drift = sin(2 * .pi * time / 4 + Double(side) * .pi)
                // One pass through the band would leave a hiss, so the noise passes twice.
                let once = filters[3 * side].process(noises[side][frame], hertz: 2_050 + 450 * drift, q: 1.1)
                let flakes = filters[3 * side + 1].process(once, hertz: 2_050 + 450 * drift, q: 1.1)
                let hush = filters[3 * side + 2].process(noises[side][frame], hertz: 900 + 150 * drift, q: 0.9)
                return (0.7 * flakes + 0.4 * hush) * swell
            }
            return (air(0), air(1))
        }
        for (hertz, pan) in [(Note.c5, -0.3), (Note.g5, 0.3)] {
            let hertz = (hertz * 4).rounded() / 4
            mix.addAround(at: 0, lasting: 4, pan: pan, gain: 0.05) { time in
                sin(2 * .pi * hertz * time) * pulse(at: time, every: 2, depth: 0.5)
            }
        }
    }

    /// Bubbles that rise and burst, six pulses of 0.5 s, over water that hardly moves.
    static let bubbles = Recipe(
        name: "magic/bubbles", seconds: 3, loudness: Recipe.quiet, ends: .joined
    ) { mix in
        let noise = NoiseLoop(seed: 81, frames: mix.frameCount)
        var water = [BandpassFilter](repeating: .init(), count: 2)
        mix.addLooping { frame in
            let time = Double(frame) / Double(StereoMix.sampleRate)
            let swell = 0.35 * pulse(at: time, every: 0.5, depth: 0.3)
            return (
                swell * water[0].process(noise[frame], hertz: 520, q: 1.2),
                swell * water[1].process(noise[frame + 24_000], hertz: 560, q: 1.2)
            )
        }
        var dice = SeededGenerator(seed: 82)
        for step in 1..<24 {
            let start = 0.125 * Double(step) + dice.between(-0.035, 0.035)
            let (hertz, rise) = (Envelope.glide(340, 900, dice.between(0, 1)), dice.between(6, 12))
            let (pan, level, ring) = (dice.between(-0.8, 0.8), dice.between(0.25, 0.7), dice.between(0.018, 0.04))
            mix.addAround(at: start, lasting: 0.3, pan: pan, gain: level) { time in
                // A bubble rings like a sphere under ever less water: its pitch rises as it fades (van den Doel, 2005).
                sin(2 * .pi * hertz * time * (1 + rise * time / 2)) * Envelope.rise(time, over: 0.003)
                    * Envelope.ring(time, timeConstant: ring) * Envelope.fall(time, to: 0.3, over: 0.05)
            }
        }
    }

    /// Returns a level that is 1 at each pulse and lower by `depth` halfway between two pulses.
    private static func pulse(at time: Double, every seconds: Double, depth: Double) -> Double {
        1 - depth * (0.5 - 0.5 * cos(2 * .pi * time / seconds))
    }
}

import Glibc
import ThudCore
import ThudSoundFiles

/// A sound that Thud synthesises itself, the same on every machine, at a level matched to all other sounds.
/// Every sound has 48 kHz and starts within a millisecond. Unless it loops seamlessly, it begins and ends in silence.
/// All sounds have equal maximum momentary loudness, with these exceptions: a win is 5 LU louder, a fanfare 2 LU
/// louder, and a background sound 6 LU softer.
package struct Recipe: Sendable {
    /// The maximum momentary loudness of most sounds, in LUFS.
    package static let loudness = -20.0
    /// The extra loudness of a win, in LU.
    package static let winBoost = 5.0
    /// The maximum momentary loudness of a win and of a background sound, in LUFS.
    static let (win, quiet) = (loudness + winBoost, loudness - 6)

    /// The game and the sound, which also name the folder and the file: "kape/ping".
    package let name: String
    let seconds: Double
    /// The maximum momentary loudness of the rendered sound, in LUFS. Both loudspeakers play a mono sound.
    package var loudness = Self.loudness

    package enum Ends: Hashable, Sendable {
        /// From silence to silence, with the seconds of smooth start and end. An immediate sound starts within 1 ms.
        case fades(attack: Double, release: Double)
        /// The last frame continues into the first, so that the sound loops seamlessly.
        case joined
    }

    package let ends: Ends
    /// One channel, or two if the sound is wide or moves.
    package var channelCount = 2
    var depth = SampleDepth.bits16
    /// Adds the voices of the sound to a silent mix, at any level.
    let compose: @Sendable (inout StereoMix) -> Void

    package static let all = KapeSounds.all + HabitSounds.all + PocketSounds.all + MagicSounds.all

    /// Synthesises the sound at 48 kHz. This takes some tens of milliseconds.
    package func render() -> Sound {
        var mix = StereoMix(seconds: seconds)
        compose(&mix)
        let sound = Mastering.master(mix, loudness: loudness, ends: ends)
        return Sound(sampleRate: sound.sampleRate, channels: Array(sound.channels.prefix(channelCount)))
    }
}

package struct BuiltSound: Hashable, Sendable {
    package let name: String
    package let path: String
    package let seconds: Double
    /// Loudness and true peak, as played by a pair of loudspeakers.
    package let loudness: Loudness
}

extension Recipe {
    /// Synthesises all sounds and writes each as `<game>/<sound>.wav`, replacing the file in one step.
    /// - Parameter directory: a folder that exists; missing folders of games are created in it.
    /// - Returns: the written sounds, in the order of `all`.
    /// - Throws: the first `ThudError`; the sounds before it are written.
    package static func build(into directory: String) throws(ThudError) -> [BuiltSound] {
        var built: [BuiltSound] = []
        for recipe in all {
            let sound = recipe.render()
            let path = "\(directory)/\(recipe.name).wav"
            // If the folder is missing and cannot be created, the write fails and says why.
            _ = mkdir(SourceFile.folder(of: path), 0o777)
            try SoundFile.write(sound, to: path, depth: recipe.depth)
            built.append(
                BuiltSound(
                    name: recipe.name, path: path, seconds: sound.seconds, loudness: Loudness(of: sound.onBothSides)))
        }
        return built
    }
}

extension Sound {
    /// The sound as a pair of loudspeakers plays it: a mono sound goes to both.
    package var onBothSides: Sound {
        channelCount == 1 ? Sound(sampleRate: sampleRate, channels: [channels[0], channels[0]]) : self
    }
}

/// The last step of every recipe: it removes the offset, fades both ends and sets the loudness.
enum Mastering {
    /// Turns a mix into a sound with the given maximum momentary loudness in LUFS.
    static func master(_ mix: StereoMix, loudness: Double, ends: Recipe.Ends) -> Sound {
        let window =
            switch ends {
            case .fades(let attack, let release): window(frames: mix.frameCount, attack: attack, release: release)
            case .joined: [Double](repeating: 1, count: mix.frameCount)
            }
        let left = settle(mix.left, under: window)
        let right = settle(mix.right, under: window)
        let peak = max(1e-9, (left + right).reduce(0) { max($0, abs($1)) })
        // Loudness in decibels shifts with the gain, so one measurement gives the gain exactly.
        let measured = Loudness(of: sound(left, right, gain: 0.5 / peak)).maximumMomentary
        return sound(left, right, gain: 0.5 / peak * pow(10, (loudness - measured) / 20))
    }

    /// Returns a smooth start and end, 0...1 per frame: exactly 0 on the first and the last frame.
    private static func window(frames: Int, attack: Double, release: Double) -> [Double] {
        let rate = Double(StereoMix.sampleRate)
        let last = Double(frames - 1) / rate
        return (0..<frames).map {
            let time = Double($0) / rate
            return Envelope.rise(time, over: attack) * Envelope.fall(time, to: last, over: release)
        }
    }

    /// Applies a window and removes the offset in the shape of the window, so that the ends stay silent.
    private static func settle(_ samples: [Double], under window: [Double]) -> [Double] {
        let windowed = zip(samples, window).map { $0 * $1 }
        let offset = windowed.reduce(0, +) / max(1e-9, window.reduce(0, +))
        return zip(windowed, window).map { $0 - offset * $1 }
    }

    private static func sound(_ left: [Double], _ right: [Double], gain: Double) -> Sound {
        Sound(
            sampleRate: StereoMix.sampleRate,
            channels: [left, right].map { channel in channel.map { Float($0 * gain) } })
    }
}

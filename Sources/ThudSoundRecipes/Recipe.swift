import Glibc
import ThudCore
import ThudSoundFiles

/// A sound that Thud makes itself: synthesised, the same on every machine, levelled against all others.
///
/// Every sound has 48 kHz, starts within a millisecond, begins and ends on silence unless it repeats without a seam, and is as
/// loud as every other by maximum momentary loudness. The sound of a win is 5 LU louder, for the win is amplified, and a fanfare
/// 2; what stays behind the others is 6 LU softer.
package struct Recipe: Sendable {
    /// The maximum momentary loudness of most sounds, in LUFS.
    package static let loudness = -20.0

    /// How much louder the sound of a win is, in LU.
    package static let winBoost = 5.0

    /// How much softer a sound is that stays behind the others, in LU.
    package static let quietCut = 6.0

    /// Game and sound, which are folder and file too: "kape/ping".
    package let name: String

    /// The maximum momentary loudness that the sound is rendered at, in LUFS. One channel counts as both loudspeakers play it.
    package let loudness: Double

    /// How the sound begins and ends.
    package enum Ends: Hashable, Sendable {
        /// From silence to silence; seconds of smooth start, at most 1 ms where it is to be heard at once, and of smooth end.
        case fades(attack: Double, release: Double)
        /// The last frame goes on with the first, so that the sound repeats without a seam.
        case joined
    }

    package let ends: Ends

    /// One channel, or two where the sound is wide or moves.
    package let channelCount: Int

    private let depth: SampleDepth
    private let compose: @Sendable () -> StereoMix

    /// A recipe.
    ///
    /// - Parameter compose: synthesises the sound; its level does not matter.
    init(
        _ name: String, loudness: Double = Recipe.loudness, ends: Ends, channelCount: Int = 2,
        depth: SampleDepth = .bits16, compose: @escaping @Sendable () -> StereoMix
    ) {
        self.name = name
        self.loudness = loudness
        self.ends = ends
        self.channelCount = channelCount
        self.depth = depth
        self.compose = compose
    }

    package static let all = KapeSounds.all + HabitSounds.all + PocketSounds.all + MagicSounds.all

    /// Synthesises the sound at 48 kHz. Takes some tens of milliseconds.
    package func render() -> Sound {
        let sound = Mastering.master(compose(), loudness: loudness, ends: ends)
        return Sound(sampleRate: sound.sampleRate, channels: Array(sound.channels.prefix(channelCount)))
    }
}

/// A sound that was written, with its measurements.
package struct BuiltSound: Hashable, Sendable {
    package let name: String
    package let path: String
    /// The length in seconds.
    package let seconds: Double
    /// Loudness and true peak, as a pair of loudspeakers plays it.
    package let loudness: Loudness
}

extension Recipe {
    /// Synthesises every sound again and writes it as `<game>/<sound>.wav`, replacing the file in one step.
    ///
    /// - Parameter directory: a folder that exists; the folders of the games are made where they are missing.
    /// - Returns: what was written, in the order of `all`.
    /// - Throws: the first `ThudError`; sounds before it are written.
    package static func build(into directory: String) throws(ThudError) -> [BuiltSound] {
        var built: [BuiltSound] = []
        for recipe in all {
            let sound = recipe.render()
            let path = "\(directory)/\(recipe.name).wav"
            // Where the folder is neither there nor can be made, the write fails and says why.
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
    /// The sound as a pair of loudspeakers plays it: one channel goes to both.
    package var onBothSides: Sound {
        channelCount == 1 ? Sound(sampleRate: sampleRate, channels: [channels[0], channels[0]]) : self
    }
}

/// The last step of every recipe, which removes the offset, fades both ends and sets the loudness.
enum Mastering {
    /// Turns a mix into a sound.
    ///
    /// - Parameters:
    ///   - loudness: maximum momentary loudness to reach, in LUFS.
    ///   - ends: how it begins and ends.
    static func master(_ mix: StereoMix, loudness: Double, ends: Recipe.Ends) -> Sound {
        let window =
            switch ends {
            case .fades(let attack, let release): window(frames: mix.frameCount, attack: attack, release: release)
            case .joined: [Double](repeating: 1, count: mix.frameCount)
            }
        let left = settle(mix.left, under: window)
        let right = settle(mix.right, under: window)
        let peak = max(1e-9, (left + right).reduce(0) { max($0, abs($1)) })
        // Loudness is linear in decibels, so one measurement gives the gain exactly.
        let measured = Loudness(of: sound(left, right, gain: 0.5 / peak)).maximumMomentary
        return sound(left, right, gain: 0.5 / peak * pow(10, (loudness - measured) / 20))
    }

    /// The smooth start and end, 0...1 a frame: exactly 0 on the first frame and on the last.
    private static func window(frames: Int, attack: Double, release: Double) -> [Double] {
        let rate = Double(StereoMix.sampleRate)
        let last = Double(frames - 1) / rate
        return (0..<frames).map {
            let time = Double($0) / rate
            return Envelope.rise(time, over: attack) * Envelope.fall(time, to: last, over: release)
        }
    }

    /// Samples under a window, without offset. The offset is subtracted in the shape of the window, so that the ends stay
    /// silent.
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

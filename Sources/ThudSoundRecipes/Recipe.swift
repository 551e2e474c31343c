import Glibc
import ThudCore
import ThudSoundFiles

/// A sound that Thud makes itself: synthesised, the same on every machine, levelled against all others.
///
/// Every sound is stereo at 48 kHz, starts within a millisecond, begins and ends on silence, and is as loud as every
/// other by maximum momentary loudness; `ping` is 5 LU louder, for the win is amplified, and `fanfare` 2.
public struct Recipe: Sendable {
    /// The maximum momentary loudness of most sounds, in LUFS.
    public static let loudness = -20.0

    /// How much louder the cue of the win is, in LU.
    public static let winBoost = 5.0

    /// The sound's name, which is its file's too: "ping".
    public let name: String

    /// The maximum momentary loudness that the sound is rendered at, in LUFS.
    public let loudness: Double

    private let attack: Double
    private let release: Double
    private let compose: @Sendable () -> StereoMix

    /// A recipe.
    ///
    /// - Parameters:
    ///   - attack: seconds of smooth start; at most 1 ms where the start is to be heard at once.
    ///   - release: seconds of smooth end.
    ///   - compose: synthesises the sound; its level does not matter.
    init(
        _ name: String, loudness: Double = Recipe.loudness, attack: Double, release: Double,
        compose: @escaping @Sendable () -> StereoMix
    ) {
        self.name = name
        self.loudness = loudness
        self.attack = attack
        self.release = release
        self.compose = compose
    }

    /// Every recipe, in the order of a round.
    public static let all: [Recipe] = [.tick, .go, .ping, .whoosh, .warning, .alarm, .fanfare]

    /// Synthesises the sound: 48 kHz, two channels. Takes some tens of milliseconds.
    public func render() -> Sound {
        Mastering.master(compose(), loudness: loudness, attack: attack, release: release)
    }
}

/// A sound that was written, with its measurements.
public struct BuiltSound: Hashable, Sendable {
    /// The recipe's name.
    public let name: String
    /// The path of the file.
    public let path: String
    /// The length in seconds.
    public let seconds: Double
    /// Loudness and true peak.
    public let loudness: Loudness
}

extension Recipe {
    /// Synthesises every sound again and writes it as `<name>.wav`, 24 bits, replacing the file in one step.
    ///
    /// - Parameter directory: a folder that exists.
    /// - Returns: what was written, in the order of `all`.
    /// - Throws: the first `ThudError`; sounds before it are written.
    public static func build(into directory: String) throws(ThudError) -> [BuiltSound] {
        var built: [BuiltSound] = []
        for recipe in all {
            let sound = recipe.render()
            let path = "\(directory)/\(recipe.name).wav"
            try SoundFile.write(sound, to: path)
            built.append(
                BuiltSound(name: recipe.name, path: path, seconds: sound.seconds, loudness: Loudness(of: sound)))
        }
        return built
    }
}

/// The last step of every recipe, which removes the offset, fades both ends and sets the loudness.
enum Mastering {
    /// Turns a mix into a sound.
    ///
    /// - Parameters:
    ///   - loudness: maximum momentary loudness to reach, in LUFS.
    ///   - attack: seconds of the smooth start.
    ///   - release: seconds of the smooth end.
    static func master(_ mix: StereoMix, loudness: Double, attack: Double, release: Double) -> Sound {
        let window = window(frames: mix.frameCount, attack: attack, release: release)
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

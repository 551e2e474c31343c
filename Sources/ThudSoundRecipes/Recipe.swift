import ThudSoundFiles

/// A sound that Thud makes itself: synthesised, the same on every machine, levelled against all others.
///
/// Every sound is stereo at 48 kHz, starts within a millisecond, begins and ends on silence, and is as loud as every
/// other by maximum momentary loudness; only `ping` is louder, for the win is amplified.
public struct Recipe: Sendable {
    /// What all sounds but the cue of the win are levelled to: maximum momentary loudness, in LUFS.
    public static let loudness = -20.0

    /// How much louder the cue of the win is, in LU.
    public static let winBoost = 3.0

    /// The sound's name, which is its file's too: "ping".
    public let name: String

    /// The maximum momentary loudness that the sound is rendered at, in LUFS.
    public let loudness: Double

    private let attack: Double
    private let release: Double
    private let compose: @Sendable () -> Canvas

    /// A recipe.
    ///
    /// - Parameters:
    ///   - attack: seconds of smooth start; at most 1 ms where the start is to be heard at once.
    ///   - release: seconds of smooth end.
    ///   - compose: paints the sound; the level does not matter.
    init(
        _ name: String, loudness: Double = Recipe.loudness, attack: Double, release: Double,
        compose: @escaping @Sendable () -> Canvas
    ) {
        self.name = name
        self.loudness = loudness
        self.attack = attack
        self.release = release
        self.compose = compose
    }

    /// Every recipe, in the order of a round.
    public static let all: [Recipe] = [.tick, .ping, .whoosh, .warning, .alarm, .fanfare]

    /// Synthesises the sound: 48 kHz, two channels. Takes some tens of milliseconds.
    public func render() -> Sound {
        Mastering.master(compose(), loudness: loudness, attack: attack, release: release)
    }
}

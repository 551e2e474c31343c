public import ThudCore

/// What became of a cue, in words for whoever plays: a screen with room for it can show that.
public struct FeltCue: Hashable, Sendable {
    /// The cue's name within its game.
    public let name: String
    /// What was felt of it.
    public let haptics: String
    /// What was heard of it.
    public let sound: String
    /// What was seen of it.
    public let flash: String

    /// What it answered, by its instant: a gesture, a deadline; nil where that is not known.
    public let cause: Instant?
    /// How long it took to come out, `3.1 ms`; nil where it did not.
    public let delay: String?

    /// What was felt, heard and seen of the cue called `name`.
    public init(
        name: String, haptics: String, sound: String, flash: String, cause: Instant? = nil, delay: String? = nil
    ) {
        self.name = name
        self.haptics = haptics
        self.sound = sound
        self.flash = flash
        self.cause = cause
        self.delay = delay
    }
}

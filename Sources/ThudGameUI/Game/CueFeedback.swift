import ThudCore

/// What became of a cue, in words for whoever plays: a screen with room for it can show that.
package struct CueFeedback: Hashable, Sendable {
    /// The cue's name within its game.
    package let name: String
    /// What was felt of it.
    package let haptics: String
    /// What was heard of it.
    package let sound: String
    /// What was seen of it.
    package let flash: String

    /// What it answered, by its instant: a gesture, a deadline; nil where that is not known.
    package let cause: Instant?
    /// How long it took to come out, `3.1 ms`; nil where it did not.
    package let delay: String?

    /// What was felt, heard and seen of the cue called `name`.
    package init(
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

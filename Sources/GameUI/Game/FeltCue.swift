/// What became of the last cue, in words for whoever plays: a screen with room for it can show that.
public struct FeltCue: Hashable, Sendable {
    /// The cue's name within its game.
    public let name: String
    /// What was felt of it.
    public let haptics: String
    /// What was heard of it.
    public let sound: String
    /// What was seen of it.
    public let flash: String

    /// What was felt, heard and seen of the cue called `name`.
    public init(name: String, haptics: String, sound: String, flash: String) {
        self.name = name
        self.haptics = haptics
        self.sound = sound
        self.flash = flash
    }
}

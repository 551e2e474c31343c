/// What the player has chosen, and what the system adds to it.
public struct FeedbackSettings: Hashable, Sendable {
    /// What becomes of haptics.
    public enum Haptics: String, CaseIterable, Hashable, Sendable {
        /// Rendered for the loudspeakers.
        case heard
        /// Rendered for an actuator, on an output of its own.
        case drive
        /// Not at all.
        case off
    }

    /// Whether sounds play.
    public var soundOn: Bool

    /// What becomes of haptics.
    public var haptics: Haptics

    /// Whether the silent switch is on or the system is muted: nothing comes out of the loudspeakers, not even haptics
    /// that are rendered for them; an actuator goes on.
    public var silent: Bool

    /// The volume of the loudspeakers, 0 to 1, linear. It has no part in the drive of an actuator.
    public var volume: Double

    /// Whether the player asked for less motion: no confetti, no shakes, simple fades.
    public var reduceMotion: Bool

    /// Settings; everything is on unless said otherwise.
    public init(
        soundOn: Bool = true, haptics: Haptics = .heard, silent: Bool = false, volume: Double = 1,
        reduceMotion: Bool = false
    ) {
        self.soundOn = soundOn
        self.haptics = haptics
        self.silent = silent
        self.volume = volume
        self.reduceMotion = reduceMotion
    }
}

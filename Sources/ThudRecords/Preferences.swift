public import ThudCues

/// What a player has chosen and wants to find again.
public struct Preferences: Hashable, Sendable {
    /// Where the silent switch stands.
    public enum SilentSwitch: String, Hashable, Sendable, CaseIterable {
        /// Silent.
        case on
        /// Not silent.
        case off
        /// As the system's mute is.
        case follow
    }

    /// How long a round may be, in seconds.
    public static let lengths = 1.0...3_600

    /// Whether sounds play.
    public var soundOn = true
    /// What becomes of haptics.
    public var haptics = FeedbackSettings.Haptics.heard
    /// Where the silent switch stands.
    public var silentSwitch = SilentSwitch.follow
    /// The volume, 0...1; anything else becomes the nearest of these, and what is no number the default.
    public var volume = 1.0 {
        didSet { volume = volume.isNaN ? 1 : volume.clamped(to: 0...1) }
    }
    /// Whether there is to be less motion.
    public var reduceMotion = false
    /// Whether the line with latencies is shown.
    public var developerLine = false
    /// Whether Albanian words are explained.
    public var gloss = false
    /// The length of a round in seconds, 1...3600; anything else becomes the nearest of these, and what is no number
    /// the default.
    public var seconds = 60.0 {
        didSet { seconds = seconds.isNaN ? 60 : seconds.clamped(to: Self.lengths) }
    }
    /// Whether the player has been through the tutorial.
    public var tutorialDone = false

    /// The defaults.
    public init() {}
}

extension Double {
    /// The nearest number within a range.
    func clamped(to range: ClosedRange<Double>) -> Double { min(max(self, range.lowerBound), range.upperBound) }
}

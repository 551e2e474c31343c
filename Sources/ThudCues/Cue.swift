public import ThudCore
public import ThudPatterns

/// One moment of feedback: what is felt, heard and seen at once.
public struct Cue: Hashable, Sendable {
    /// Game and cue, `kape/correct`.
    public let name: String

    /// The part that is felt and heard.
    public let pattern: HapticPattern

    /// The part that is seen, if any.
    public let flash: Flash?

    /// How loud it is meant to be among the others.
    public let loudness: LoudnessClass

    /// Which voice is stolen when there are too many, 0 (first) to 255 (last).
    public let priority: UInt8

    /// Whether confetti falls.
    public let confetti: Bool

    /// How it lasts until it is ended; nil where it ends by itself.
    public let lasts: Lasting?

    /// Whether its haptics may be left out where it comes close behind another cue, or is one of too many; its sound and its
    /// flash remain. See ``OnsetThinning``.
    public let yields: Bool

    /// Whether it has a part that is heard.
    public let hasSound: Bool

    /// Whether it has a part that is felt.
    public let hasHaptics: Bool

    /// When its sounds are given.
    public let sounds: Sounding

    /// When the sounds of a cue are given.
    public enum Sounding: String, CaseIterable, Hashable, Sendable {
        /// With its haptics and without them.
        case always
        /// Only where its haptics are not given: they stand for what cannot be felt.
        case unfelt
    }

    /// How a cue lasts that is begun and ended.
    public enum Lasting: String, CaseIterable, Hashable, Sendable {
        /// One vibration, one sound or both sound until they are ended, and are turned meanwhile. See
        /// ``CueCatalog/cues(patterns:)`` for what such a pattern may hold.
        case hold
        /// The whole rendition of the pattern repeats without a seam. Its length is that of the pattern, or of its sound where
        /// that is longer.
        case loop
    }

    /// A cue.
    public init(
        name: String, pattern: HapticPattern, flash: Flash? = nil, loudness: LoudnessClass = .normal,
        priority: UInt8 = 128, confetti: Bool = false, lasts: Lasting? = nil, yields: Bool = false,
        sounds: Sounding = .always
    ) {
        self.name = name
        self.pattern = pattern
        self.flash = flash
        self.loudness = loudness
        self.priority = priority
        self.confetti = confetti
        self.lasts = lasts
        self.yields = yields
        hasHaptics = pattern.events.contains { $0.kind.isHaptic }
        hasSound = pattern.events.contains { !$0.kind.isHaptic }
        self.sounds = sounds
    }
}

/// A flash of the whole screen, back to black.
public struct Flash: Hashable, Sendable {
    /// The colour at its brightest.
    public let colour: Colour

    /// How long it takes to be black again, in seconds.
    public let seconds: Double

    /// How strongly it covers what is on the screen, above 0 to 1.
    public let opacity: Double

    /// The lengths that a catalog may ask for, in seconds: three frames at 60 Hz, and no longer than a celebration.
    public static let lengths = 0.05...5.0

    /// The opacities that a catalog may ask for: one below the least is hardly seen.
    public static let opacities = 0.1...1.0

    /// A flash; its length is clamped into ``lengths`` and its opacity into ``opacities``.
    public init(_ colour: Colour, seconds: Double, opacity: Double = 1) {
        self.colour = colour
        self.opacity = min(max(opacity, Self.opacities.lowerBound), Self.opacities.upperBound)
        self.seconds = min(max(seconds, Self.lengths.lowerBound), Self.lengths.upperBound)
    }
}

/// How loud a cue is meant to be among the others. Sounds are mastered to their class, so nothing is turned up or down
/// while playing. A test checks that the shipped sounds keep the order of their classes.
public enum LoudnessClass: String, CaseIterable, Hashable, Comparable, Sendable {
    /// Behind everything: a button.
    case quiet
    /// Most cues, all levelled alike.
    case normal
    /// "Amplify the win": the loudest thing in the interface.
    case win

    /// How far below a win, in decibels; 0 for a win itself.
    public var decibelsBelowWin: Double {
        switch self {
        case .quiet: 9
        case .normal: 3
        case .win: 0
        }
    }

    /// Quieter than.
    public static func < (a: LoudnessClass, b: LoudnessClass) -> Bool { a.decibelsBelowWin > b.decibelsBelowWin }
}

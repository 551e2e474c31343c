public import ThudCore
public import ThudPatterns

/// One moment of feedback: what is felt, heard and seen at the same time.
public struct Cue: Hashable, Sendable {
    /// The full name, game and cue, for example `kape/correct`.
    public let name: String
    /// The part that is felt and heard.
    public let pattern: HapticPattern
    /// The part that is seen; nil if the cue has no flash of its own.
    public let flash: Flash?
    /// How loud the cue is meant to be among the others.
    public let loudness: LoudnessClass
    /// The voice priority: if there are too many voices, the one with the lowest is stolen first. 0 to 255.
    public let priority: UInt8
    /// Whether confetti falls.
    public let confetti: Bool
    /// How the cue lasts until it is ended; nil if it ends by itself.
    public let lasts: Lasting?
    /// Whether its haptics may be dropped if it comes close behind another cue or is one of too many. Its sound and
    /// its flash remain. See ``OnsetThinning``.
    public let yields: Bool
    /// Whether the cue has a part that is heard.
    public let hasSound: Bool
    /// Whether the cue has a part that is felt.
    public let hasHaptics: Bool
    /// When the sounds of the cue play.
    public let sounds: Sounding

    /// When the sounds of a cue play.
    public enum Sounding: String, CaseIterable, Hashable, Sendable {
        /// With haptics and without them.
        case always
        /// Only without haptics: the sounds replace what cannot be felt.
        case unfelt
    }

    /// How a cue lasts that is started and ended separately.
    public enum Lasting: String, CaseIterable, Hashable, Sendable {
        /// A vibration, a sound or both play until the cue is ended, and can be adjusted in the meantime. See
        /// ``CueCatalog/cues(patterns:sounds:broken:)`` for what such a pattern can contain.
        case hold
        /// The whole rendering of the pattern repeats without a seam. Its length is the longer of pattern and sound.
        case loop
    }

    /// Creates a cue.
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

/// A flash of the whole screen that fades back to black.
public struct Flash: Hashable, Sendable {
    /// The colour at its brightest.
    public let colour: Colour
    /// How long the fade to black takes, in seconds.
    public let seconds: Double
    /// How strongly the flash covers the screen, above 0 to 1.
    public let opacity: Double

    /// The lengths that a catalog can request, in seconds: from three frames at 60 Hz to the length of a celebration.
    public static let lengths = 0.05...5.0
    /// The opacities that a catalog can request. A lower one would hardly be seen.
    public static let opacities = 0.1...1.0

    /// Creates a flash. Its length is clamped to ``lengths`` and its opacity to ``opacities``.
    public init(_ colour: Colour, seconds: Double, opacity: Double = 1) {
        self.colour = colour
        self.opacity = opacity.clamped(to: Self.opacities)
        self.seconds = seconds.clamped(to: Self.lengths)
    }
}

/// How loud a cue is meant to be among the others. Sounds are mastered to their class, so nothing is turned up or down
/// during playback. A test checks that the shipped sounds keep the order of their classes.
public enum LoudnessClass: String, CaseIterable, Hashable, Comparable, Sendable {
    /// Behind everything else, for example a button.
    case quiet
    /// Most cues, all at the same level.
    case normal
    /// "Amplify the win": the loudest cue in the interface.
    case win

    /// How far the class is below a win, in decibels; 0 for a win itself.
    public var decibelsBelowWin: Double {
        switch self {
        case .quiet: 9
        case .normal: 3
        case .win: 0
        }
    }

    /// Returns whether the first class is quieter.
    public static func < (a: LoudnessClass, b: LoudnessClass) -> Bool { a.decibelsBelowWin > b.decibelsBelowWin }
}

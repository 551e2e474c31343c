public import ThudCore
public import ThudHaptics

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

    /// A cue.
    public init(
        name: String, pattern: HapticPattern, flash: Flash? = nil, loudness: LoudnessClass = .normal,
        priority: UInt8 = 128, confetti: Bool = false
    ) {
        self.name = name
        self.pattern = pattern
        self.flash = flash
        self.loudness = loudness
        self.priority = priority
        self.confetti = confetti
    }
}

/// A flash of the whole screen, back to black.
public struct Flash: Hashable, Sendable {
    /// The colour at its brightest.
    public let colour: Colour

    /// How long it takes to be black again, in seconds.
    public let seconds: Double

    /// The lengths that a catalog may ask for, in seconds: three frames at 60 Hz, and no longer than a celebration.
    public static let lengths = 0.05...5.0

    /// A flash; its length is clamped into ``lengths``.
    public init(_ colour: Colour, seconds: Double) {
        self.colour = colour
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

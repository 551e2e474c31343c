public import ThudHaptics

/// One moment of feedback: what is felt, heard and seen at once.
public struct Cue: Hashable, Sendable {
    /// Game and cue, `kape/correct`.
    public let name: String

    /// What is felt and heard.
    public let pattern: HapticPattern

    /// What is seen, if anything.
    public let flash: Flash?

    /// How loud it is meant to be.
    public let loudness: LoudnessClass

    /// Which voice may be taken when there are too many, 0 (first) to 255 (last).
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

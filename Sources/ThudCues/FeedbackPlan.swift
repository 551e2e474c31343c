/// What of a cue is played and shown under the present settings.
public struct FeedbackPlan: Hashable, Sendable {
    /// A flash as it is to be shown.
    public struct Light: Hashable, Sendable {
        /// Colour and length.
        public let flash: Flash

        /// How bright, 1 being the usual; see ``FeedbackPolicy``.
        public let brightness: Double
    }

    /// The gain of the cue's sounds, linear; 0 to leave them out. It may exceed 1.
    public let soundGain: Double

    /// The gain of the audible rendering of the haptics, linear; 0 to leave it out.
    public let heardGain: Double

    /// The gain of the drive signal on the haptic channel, linear; 0 to leave it out. Where haptics are heard that channel
    /// has no device and goes to recordings alone.
    public let driveGain: Double

    /// The flash, if any.
    public let light: Light?

    /// Whether confetti falls.
    public let confetti: Bool

    /// Whether things on the screen may shake and fly; otherwise they fade.
    public let allowsMotion: Bool

    /// Whether nothing is heard or felt, so that the light carries the cue alone.
    public let isSilent: Bool
}

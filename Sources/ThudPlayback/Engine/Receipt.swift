import ThudCore

/// What the audio thread did with one voice: the truth about one trigger.
public struct Receipt: BitwiseCopyable, Sendable {
    /// How a trigger ended.
    public enum Outcome: UInt8, BitwiseCopyable, Sendable {
        /// On its frame, through the device.
        case played
        /// Its exact frame had gone by when the audio thread learnt of it; it was put on the next.
        case late
        /// On its frame, but no device was there to play it.
        case unheard
        /// All voices were taken by more important ones.
        case refused
        /// Cancelled before it began.
        case cancelled
    }

    /// The caller's name for the voice.
    public var id: UInt64
    /// How it ended.
    public var outcome: Outcome
    /// When the caller triggered it, or wanted it heard.
    public var triggered: Instant
    /// When the audio thread took the command.
    public var taken: Instant
    /// The frame of the stream on which it starts.
    public var frame: Frame
    /// When that frame leaves the output, as the device's own delay predicts.
    public var predicted: Instant

    /// A receipt of these parts.
    @_noLocks @_noAllocation
    public init(
        id: UInt64, outcome: Outcome, triggered: Instant, taken: Instant, frame: Frame, predicted: Instant
    ) {
        self.id = id
        self.outcome = outcome
        self.triggered = triggered
        self.taken = taken
        self.frame = frame
        self.predicted = predicted
    }
}

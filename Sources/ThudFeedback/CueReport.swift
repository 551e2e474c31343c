import ThudCore
import ThudCues
import ThudPlayback

/// All that became of one trigger: asked for, planned, played.
public struct CueReport: Sendable {
    /// The cue, `kape/correct`.
    public let name: String
    /// When its cause happened: the motion sample, the key, the end of the countdown.
    public let cause: Instant
    /// When it was triggered; for a scheduled cue the instant at which it was to be heard.
    public let triggered: Instant
    /// It was asked for in advance, for an exact instant.
    public let isScheduled: Bool
    /// What the policy left of it.
    public let plan: FeedbackPlan
    /// What the audio thread did with it.
    public let receipt: Receipt
    /// What the haptic device's audio thread did with it, where there is such a device.
    public let hapticReceipt: Receipt?

    /// From the trigger to the predicted output; for a scheduled cue how late it is.
    public var latency: Interval { receipt.predicted - triggered }
    /// From the cause to the predicted output.
    public var sinceCause: Interval { receipt.predicted - cause }
    /// It came out, on its frame or as soon as could be.
    public var isPlayed: Bool { receipt.outcome == .played || receipt.outcome == .late }
}

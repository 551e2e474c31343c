public import ThudCore
public import ThudCues
public import ThudPlayback

/// What a trigger gives back: the name of the trigger, which its report carries, and what the policy left of the cue.
public struct CueHandle: Sendable {
    /// No other trigger of the scheduler has the same.
    public let id: UInt64
    /// The part of the cue that is played and shown.
    public let plan: FeedbackPlan
}

/// All that is known of one trigger: how it was asked for, planned and played.
public struct CueReport: Sendable {
    /// The handle's id.
    public let id: UInt64
    /// The cue, `kape/correct`.
    public let name: String
    /// When its cause happened: the motion sample, the key press, the end of the countdown.
    public let cause: Instant
    /// When it was triggered; for a scheduled cue the instant at which it was to be heard.
    public let triggered: Instant
    /// It was asked for in advance, for an exact instant.
    public let isScheduled: Bool
    /// The part of the cue that the policy left.
    public let plan: FeedbackPlan
    /// Why the cue was thinned; nil where it was given whole. It was left out altogether where the outcome is `thinned`, and has
    /// lost its haptics otherwise.
    public let thinned: OnsetThinning.Reason?
    /// The audio thread's receipt. That of a cue that was left out is the scheduler's own: it tells where the cue would have begun.
    public let receipt: Receipt
    /// The receipt of the haptic device's audio thread, where there is such a device.
    public let hapticReceipt: Receipt?

    /// From the trigger to the predicted output; for a scheduled cue how late it is.
    public var latency: Interval { receipt.predicted - triggered }
    /// From the cause to the predicted output.
    public var sinceCause: Interval { receipt.predicted - cause }
}

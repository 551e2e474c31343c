public import ThudCore
public import ThudCues
public import ThudPlayback

/// The result of a trigger: an id to find its report by, and what the policy left of the cue.
public struct CueHandle: Sendable {
    /// The id of the trigger, unique within its scheduler. The report on the trigger carries it too.
    public let id: UInt64
    /// The part of the cue that is played and shown.
    public let plan: FeedbackPlan
}

/// A report on one trigger: how it was requested, planned and played.
public struct CueReport: Sendable {
    /// The id of the trigger's ``CueHandle``.
    public let id: UInt64
    /// The full name of the cue, for example `kape/correct`.
    public let name: String
    /// The time of the event that caused the cue: a motion sample, a key press, the end of a countdown.
    public let cause: Instant
    /// The time of the trigger. For a scheduled cue, the time at which it was to be heard.
    public let triggered: Instant
    /// Whether the cue was scheduled in advance for an exact instant.
    public let isScheduled: Bool
    /// The part of the cue that the policy left.
    public internal(set) var plan: FeedbackPlan
    /// Why the cue was thinned; nil if it was played in full. The cue was left out entirely if the receipt's outcome
    /// is `thinned`; otherwise only its haptics were dropped.
    public let thinned: OnsetThinning.Reason?
    /// The receipt from the audio thread. If the cue was left out, the scheduler writes the receipt itself, with the
    /// time at which the cue would have started.
    public internal(set) var receipt: Receipt
    /// The receipt from the haptic device's audio thread; nil if haptics have no device of their own.
    public internal(set) var hapticReceipt: Receipt?

    /// The time from the trigger to the predicted output. For a scheduled cue this is how late it is.
    public var latency: Interval { receipt.predicted - triggered }
    /// The time from the cause to the predicted output.
    public var sinceCause: Interval { receipt.predicted - cause }
}

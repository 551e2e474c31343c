/// Why the capture does not hold a cue for certain.
package enum CueDoubt: String, CaseIterable, Hashable, Sendable {
    /// The device ran dry during the cue.
    case xrun
    /// The capture lost samples during the cue.
    case captureGap = "capture-gap"
    /// The sink's time jumped during the cue, because the server missed a cycle.
    case jump
    case captureEnded = "capture-ended"
    /// Nothing similar is heard at the expected time.
    case silent
    /// Something similar is heard, but too faint relative to everything else.
    case faint
    /// Something similar is heard, but other sounds hide too much of it.
    case masked
    /// The capture matches the cue equally well at another position.
    case rival
    /// A program answered in time with a sound that is not like its others.
    case unlike
    /// The match is earlier than the cue's trigger.
    case early

    /// Whether the cue is torn: a known event explains why it was not found. Otherwise nobody knows whether it came
    /// out.
    package var isTear: Bool { self == .xrun || self == .captureGap || self == .jump }

    /// The doubt in words, to follow a cue's name: `the device ran dry`.
    package var words: String {
        switch self {
        case .xrun: "the device ran dry"
        case .captureGap: "the capture lost samples"
        case .jump: "the sink's time jumped"
        case .captureEnded: "the capture had ended"
        case .silent: "nothing similar was heard"
        case .faint: "too faint"
        case .masked: "hidden by other sounds"
        case .rival: "another place matches too"
        case .unlike: "a sound came in time that is not like the others"
        case .early: "heard before its trigger"
        }
    }
}

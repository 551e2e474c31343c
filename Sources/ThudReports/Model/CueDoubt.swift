/// Why the capture does not hold a cue for certain.
package enum CueDoubt: String, CaseIterable, Hashable, Sendable {
    /// The device ran dry where the cue lies.
    case xrun
    /// The capture lost samples where the cue lies.
    case captureGap = "capture-gap"
    /// The time of the sink jumped where the cue lies: the server missed a cycle.
    case jump
    case captureEnded = "capture-ended"
    /// Nothing like the cue is heard where it should be.
    case silent
    /// What is heard there is like the cue, but too faint beside everything else.
    case faint
    /// What is heard there is as much like the cue at another place.
    case rival
    /// What is heard there came before the cue was triggered.
    case early

    /// The cue is torn: something that is known to have happened explains why it was not found. Of any other it is not known
    /// whether it came out.
    package var isTear: Bool { self == .xrun || self == .captureGap || self == .jump }

    /// The doubt in words, which follow a cue's name: `the device ran dry`.
    package var words: String {
        switch self {
        case .xrun: "the device ran dry"
        case .captureGap: "the capture lost samples"
        case .jump: "the sink's time jumped"
        case .captureEnded: "the capture had ended"
        case .silent: "nothing like it was heard"
        case .faint: "too faint"
        case .rival: "a rival place"
        case .early: "heard before its trigger"
        }
    }
}

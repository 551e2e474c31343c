/// Why Apple's loader refuses a file: the codes of `CHHapticError` that concern patterns.
enum AppleRefusal: String {
    case invalidPatternDictionary = "InvalidPatternDictionary -4814"
    case invalidEventTime = "InvalidEventTime -4822"
    case invalidEventDuration = "InvalidEventDuration -4823"
    case badEventEntry = "BadEventEntry -4830"
    case badParameterEntry = "BadParameterEntry -4831"
}

/// What becomes of a passage that a remark is about; the words at the head of the remark.
enum Consequence {
    /// Apple's loader does not take the file.
    case rejected(AppleRefusal)
    /// It is beyond the limits that keep this reader bounded and safe; Apple's loader has no such limit.
    case refused
    /// It has no effect.
    case ignored
    /// Another value is taken, the nearest that is allowed.
    case clamped
    /// Something is missing, and this is what stands for it.
    case defaulted
    /// It is read as it stands, but other readers may not read it so.
    case accepted
    /// It is read as it stands, but is hardly what the author meant.
    case suspicious

    var head: String {
        switch self {
        case .rejected(let refusal): "Apple's loader rejects it (\(refusal.rawValue))"
        case .refused: "refused here"
        case .ignored: "ignored"
        case .clamped: "clamped"
        case .defaulted: "default"
        case .accepted: "accepted"
        case .suspicious: "suspicious"
        }
    }
}

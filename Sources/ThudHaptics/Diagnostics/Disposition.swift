/// What becomes of a passage that a diagnostic is about.
public enum Disposition: Hashable, Sendable {
    /// The loader of the format, for `.ahap` Apple's, does not take the file.
    case rejected
    /// It is beyond the limits that keep this reader bounded and safe; Apple's loader has no such limit.
    case refused
    /// It is passed over, and no pattern that is read has it.
    case ignored
    /// It is read, but has no effect where it stands.
    case idle
    /// Another value is taken, the nearest that is allowed.
    case clamped
    /// It is read as something else, for a pattern here has no place for it.
    case changed
    /// Something is missing, and this is what stands for it.
    case defaulted
    /// It is read as it stands, but other readers may not read it so.
    case accepted
    /// It is read as it stands, but is hardly what the author meant.
    case suspicious

    /// The one word for it, with which diagnostics begin. What is passed over and what has no effect share one.
    public var word: String {
        switch self {
        case .rejected: "rejected"
        case .refused: "refused"
        case .ignored, .idle: "ignored"
        case .clamped: "clamped"
        case .changed: "changed"
        case .defaulted: "default"
        case .accepted: "accepted"
        case .suspicious: "suspicious"
        }
    }

    /// Whether the pattern that is read has less than the file, or something else.
    public var isLoss: Bool {
        switch self {
        case .rejected, .refused, .ignored, .clamped, .changed: true
        case .idle, .defaulted, .accepted, .suspicious: false
        }
    }
}

/// How a trigger ended. The audio thread's receipt and every report, log and table use the same word.
public enum CueOutcome: String, BitwiseCopyable, CaseIterable, Sendable {
    /// It began on its frame, with a device present.
    case played
    /// Its exact frame had passed when the audio thread learned of it, so it began on the next one.
    case late
    /// It began on its frame, but there was no device to play it.
    case unheard
    /// More important voices occupied all places.
    case refused
    /// It was cancelled before it began.
    case cancelled
    /// It was left out because too much would have played at once. No voice was requested.
    case thinned
    /// A lock ignored the press that would have triggered it. No voice was requested.
    case locked
    /// No receipt has arrived. Only reports use this word, for a trigger that is still pending; receipts never do.
    case unknown

    /// Whether it came out of the device, on its frame or as soon as possible.
    public var isHeard: Bool { self == .played || self == .late }
    /// Whether it should have been heard and was not.
    public var isMissed: Bool { self == .unheard || self == .refused }
}

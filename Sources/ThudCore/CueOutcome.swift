/// How a trigger ended: one word from the audio thread's receipt to every report, log and table.
public enum CueOutcome: String, BitwiseCopyable, CaseIterable, Sendable {
    /// It began on its frame, through the device.
    case played
    /// Its exact frame had gone by when the audio thread learnt of it; it was put on the next.
    case late
    /// It began on its frame, but no device was there to play it.
    case unheard
    /// More important voices had taken all places.
    case refused
    /// It was cancelled before it began.
    case cancelled
    /// It was left out, because there would have been too much at once. No voice was asked for.
    case thinned
    /// A lock ignored the press that asked for it. No voice was asked for.
    case locked
    /// No receipt has come. Receipts never say so; a report does, of a trigger that is still waited for.
    case unknown

    /// It came out of the device, on its frame or as soon as could be.
    public var isHeard: Bool { self == .played || self == .late }

    /// It was to be heard and was not.
    public var isMissed: Bool { self == .unheard || self == .refused }
}

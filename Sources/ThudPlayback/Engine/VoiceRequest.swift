import ThudCore

/// A clip to be sounded, and how.
public struct VoiceRequest: Sendable {
    /// When a voice is to begin.
    public enum Start: Sendable {
        /// On the first frame that can still be changed.
        case next
        /// On an exact frame of the stream.
        case frame(Frame)
    }

    /// The caller's name for the voice; the receipt carries it.
    public var id: UInt64
    /// What is played.
    public var clip: Clip
    /// Which track is heard where, and how loud.
    public var routing: Routing
    /// When it begins.
    public var start: Start
    /// When the caller asked, or for a scheduled voice wants it heard; the receipt carries it.
    public var triggered: Instant
    /// Among voices that compete for a place the lower is stolen first.
    public var priority: UInt8 = 128
    /// The linear fade at the start, in frames.
    public var fadeIn = 0
    /// The linear fade at the end, in frames.
    public var fadeOut = 0
    /// Plays the clip over and over.
    public var isLooping = false
    /// `cancelScheduled` takes it back while its exact frame has not come; not so for an answer to what has happened,
    /// which has an exact frame only so that it begins together with another.
    public var isRevocable = true
    /// Its exact frame stands for the instant `triggered`: where the stream jumps or drifts before the voice begins, it
    /// moves with that instant.
    public var followsClock = false
    /// How long it lasts, in frames; nil is the clip's length, or for ever where it loops.
    public var frames: Int?

    /// A voice that plays `clip` once.
    public init(id: UInt64, clip: Clip, routing: Routing, start: Start = .next, triggered: Instant) {
        self.id = id
        self.clip = clip
        self.routing = routing
        self.start = start
        self.triggered = triggered
    }

    /// The longest a voice can last: far more than any round, far less than what overflows.
    static let forEver: Int64 = .max / 4

    /// As the audio thread takes it, keeping the clip alive on its own account.
    func voice() -> Voice {
        let natural = isLooping ? VoiceRequest.forEver : Int64(clip.length)
        let length = min(frames.map(Int64.init) ?? natural, VoiceRequest.forEver)
        var first = Frame.zero
        var isScheduled = false
        if case .frame(let frame) = start {
            first = frame
            isScheduled = isRevocable
        }
        return Voice(
            id: id, owner: .passRetained(clip), clip: clip.view, routing: routing, start: first, end: first + length,
            loop: isLooping ? Int64(clip.length) : 0, fadeIn: Int64(max(0, fadeIn)), fadeOut: Int64(max(0, fadeOut)),
            priority: priority, triggered: triggered, isScheduled: isScheduled,
            followsClock: isScheduled && followsClock)
    }
}

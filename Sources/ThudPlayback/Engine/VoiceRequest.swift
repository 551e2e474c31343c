import ThudCore

/// A clip to be played, and how.
///
///     var request = VoiceRequest(id: 7, clip: click, routing: routing, triggered: .now())
///     request.priority = 200                  // keeps its place when more than 64 voices compete
///     let isTaken = engine.play(request)      // at once
///
///     request.id = 8
///     request.start = .frame(engine.clock.frame(at: due))
///     request.triggered = due
///     request.followsClock = true
///     let isScheduled = engine.play(request)  // at the instant `due`
///
/// A request is a plain value: any thread may make one and hand it to `Engine.play`. The caller chooses the `id`; the engine
/// hands it back in the receipt and takes it in `replace` and `cut`, so an id must not be used again while its voice lives.
public struct VoiceRequest: Sendable {
    /// When a voice is to begin.
    public enum Start: Sendable {
        /// On the first frame that is not yet written.
        case next
        /// On an exact frame of the stream.
        case frame(Frame)
    }

    /// The caller's name for the voice; the receipt carries it.
    public var id: UInt64
    /// The sound to play.
    public var clip: Clip
    /// Which track is heard where, and how loud.
    public var routing: Routing
    /// When it begins.
    public var start: Start
    /// When the caller asked for it; of a scheduled voice, when it is to be heard. The receipt carries it.
    public var triggered: Instant
    /// The voice of the lowest priority is stolen first when more voices compete than may sound.
    public var priority: UInt8 = 128
    /// The linear fade at the start, in frames.
    public var fadeIn = 0
    /// The linear fade at the end, in frames.
    public var fadeOut = 0
    /// Plays the clip over and over.
    public var isLooping = false
    /// `cancelScheduled` cancels the voice while its exact frame has not come. Set it to false for an answer to what has
    /// already happened, which has an exact frame only so that it begins together with another voice.
    public var isRevocable = true
    /// The exact frame stands for the instant `triggered`: where the stream jumps or drifts before the voice begins, the
    /// voice moves with that instant.
    public var followsClock = false
    /// How long it lasts, in frames; nil is the clip's length, or for ever where it loops.
    public var frames: Int?
    /// Makes it a voice that can be turned while it plays, and that plays until it is ended.
    public var live: LiveSource?

    /// A voice that plays `clip` once.
    public init(id: UInt64, clip: Clip, routing: Routing, start: Start = .next, triggered: Instant) {
        self.id = id
        self.clip = clip
        self.routing = routing
        self.start = start
        self.triggered = triggered
    }

    /// The longest a voice can last, in frames: far more than any round, far less than what overflows.
    static let forEver: Int64 = .max / 4
    /// The furthest frame on which a voice can begin: 23 years at 48 kHz, whose instant can still be told at any rate.
    static let furthest: Int64 = 1 << 45

    /// The request as a voice of a stream at `sampleRate` Hz. The voice holds a reference to the clip, which whoever takes
    /// the voice off the timeline must release.
    func voice(sampleRate: Int) -> Voice {
        func fade(_ frames: Int) -> Int64 { min(max(0, Int64(frames)), VoiceRequest.forEver) }
        let natural = isLooping || live != nil ? VoiceRequest.forEver : Int64(clip.length)
        let clip = live.map { Clip(self.clip, live: $0) } ?? self.clip
        let length = min(max(0, frames.map(Int64.init) ?? natural), VoiceRequest.forEver)
        var first = Frame.zero
        var isScheduled = false
        if case .frame(let frame) = start {
            first = Frame(min(max(frame.index, -VoiceRequest.furthest), VoiceRequest.furthest))
            isScheduled = isRevocable
        }
        return Voice(
            id: id, owner: .passRetained(clip), clip: clip.view, routing: routing, start: first, end: first + length,
            loop: isLooping ? Int64(clip.length) : 0, fadeIn: fade(fadeIn), fadeOut: fade(fadeOut),
            cutRamp: Voice.cutRampLength.frames(at: Int64(sampleRate)), priority: priority,
            triggered: min(
                max(triggered, Instant(nanoseconds: -VoiceRequest.forEver)), Instant(nanoseconds: VoiceRequest.forEver)),
            isScheduled: isScheduled, followsClock: isScheduled && followsClock)
    }
}

/// The audio thread's answer to one voice: whether and when it is heard. Each voice that was taken yields one receipt,
/// except those of `Engine.replace`.
public struct Receipt: BitwiseCopyable, Sendable {
    /// The caller's name for the voice.
    public var id: UInt64
    /// How it ended.
    public var outcome: CueOutcome
    /// When the caller triggered it, or wanted it heard.
    public var triggered: Instant
    /// When the audio thread took the command.
    public var taken: Instant
    /// The frame of the stream on which it starts.
    public var frame: Frame
    /// When that frame leaves the output, as the device's own delay predicts.
    public var predicted: Instant

    /// A receipt of these parts.
    @_noLocks @_noAllocation
    public init(
        id: UInt64, outcome: CueOutcome, triggered: Instant, taken: Instant, frame: Frame, predicted: Instant
    ) {
        self.id = id
        self.outcome = outcome
        self.triggered = triggered
        self.taken = taken
        self.frame = frame
        self.predicted = predicted
    }
}

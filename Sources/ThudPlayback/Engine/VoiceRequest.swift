import ThudCore

/// A clip to play, and how to play it.
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
/// A request is a plain value: any thread may create one and pass it to ``Engine/play(_:)``. The caller chooses the
/// `id`, which receipts, `replace` and `cut` refer to. It must not be used again while its voice lives.
public struct VoiceRequest: Sendable {
    /// When a voice or a turn begins.
    public enum Start: Sendable {
        /// On the first frame that is not yet written.
        case next
        /// On an exact frame of the stream.
        case frame(Frame)

        /// The exact frame, at most `furthest` away from the stream's first; nil for the next one.
        var frame: Frame? {
            guard case .frame(let frame) = self else { return nil }
            return Frame(min(max(frame.index, -VoiceRequest.furthest), VoiceRequest.furthest))
        }
    }

    /// How a clip repeats: a new repetition begins every `period` frames, over what the earlier ones still sound.
    public struct Loop: Sendable {
        /// The distance between the beginnings of two repetitions, in frames. If more than 128 repetitions would sound
        /// at once, the period is as long as that takes.
        public var period: Int
        /// The number of repetitions; nil repeats for ever.
        public var count: Int?

        /// Creates a loop.
        public init(period: Int, count: Int? = nil) {
            self.period = period
            self.count = count
        }

        /// The most repetitions that sound at once.
        static let mostAtOnce = 128

        /// Returns the period for a clip of `length` frames, as far as it is allowed.
        func period(of length: Int) -> Int64 {
            let least = Int64(max(1, (length + Self.mostAtOnce - 1) / Self.mostAtOnce))
            return min(max(least, Int64(period)), VoiceRequest.forEver)
        }
    }

    /// The caller's ID for the voice, which its receipt carries.
    public var id: UInt64
    /// The sound to play.
    public var clip: Clip
    /// The level of each track on each channel.
    public var routing: Routing
    /// When the voice begins.
    public var start: Start
    /// When the voice was triggered or, if it is scheduled, when it is to be heard. The receipt carries this instant.
    public var triggered: Instant
    /// The rank of the voice. If more voices compete than may sound, the one with the lowest priority is stolen first.
    public var priority: UInt8 = 128
    /// The length of the linear fade at the start, in frames.
    public var fadeIn = 0
    /// The length of the linear fade at the end, in frames.
    public var fadeOut = 0
    /// How the clip repeats; nil plays it once.
    public var loop: Loop?
    /// Whether ``Engine/cancelScheduled(after:)`` cancels the voice before its exact frame. Set it to false for a
    /// response to something that has already happened, and that has an exact frame only to begin together with another
    /// voice.
    public var isRevocable = true
    /// Whether the exact frame stands for the instant `triggered`. If the stream jumps or drifts before the voice
    /// begins, the voice then moves with that instant. It only applies to revocable voices.
    public var followsClock = false
    /// The length of the voice, in frames; nil for the clip's length or, if the voice loops or is live, without end.
    public var frames: Int?
    /// The settings of a live voice, which can be changed while it plays until it is ended; nil for other voices.
    public var live: LiveSource?

    /// Creates a request for a voice that plays `clip` once.
    public init(id: UInt64, clip: Clip, routing: Routing, start: Start = .next, triggered: Instant) {
        self.id = id
        self.clip = clip
        self.routing = routing
        self.start = start
        self.triggered = triggered
    }

    /// The longest duration of a voice, in frames: far longer than any round, but short enough never to overflow.
    static let forEver: Int64 = .max / 4
    /// The furthest frame on which a voice or a turn can begin: 23 years at 48 kHz. Its instant can be represented at
    /// any rate.
    static let furthest: Int64 = 1 << 45

    /// The length of the voice if no other is asked for, in frames.
    private var naturalLength: Int64 {
        guard let loop else { return Int64(clip.length) }
        guard let count = loop.count else { return VoiceRequest.forEver }
        guard count > 0 else { return 0 }
        let last = loop.period(of: clip.length).multipliedReportingOverflow(by: Int64(count - 1))
        return last.overflow ? VoiceRequest.forEver : min(last.partialValue, VoiceRequest.forEver) + Int64(clip.length)
    }

    /// Returns the request as a voice of a stream at `sampleRate` Hz. The voice holds a reference to the clip, which
    /// must be released after the voice is taken off the timeline.
    func voice(sampleRate: Int) -> Voice {
        func fade(_ frames: Int) -> Int64 { min(max(0, Int64(frames)), VoiceRequest.forEver) }
        let natural = live == nil ? naturalLength : VoiceRequest.forEver
        let clip = live.map { Clip(self.clip, live: $0) } ?? self.clip
        let length = min(max(0, frames.map(Int64.init) ?? natural), VoiceRequest.forEver)
        let first = start.frame ?? .zero
        let isScheduled = start.frame != nil && isRevocable
        return Voice(
            id: id, owner: .passRetained(clip), clip: clip.view, routing: routing, start: first, end: first + length,
            period: loop?.period(of: clip.length) ?? 0, repetitions: Int64(loop?.count ?? .max), fadeIn: fade(fadeIn),
            fadeOut: fade(fadeOut),
            cutRamp: Voice.cutRampLength.frames(at: Int64(sampleRate)), priority: priority,
            triggered: min(
                max(triggered, Instant(nanoseconds: -VoiceRequest.forEver)), Instant(nanoseconds: VoiceRequest.forEver)),
            isScheduled: isScheduled, followsClock: isScheduled && followsClock)
    }
}

/// The audio thread's answer to one voice or turn: whether and when it is heard. Each voice and turn that was accepted
/// yields one receipt, except those of ``Engine/replace(with:)``. A live voice that sounded and is over before anybody
/// ended it yields a second one, `cancelled`: it was cut, or lost its place to a more important voice.
public struct Receipt: BitwiseCopyable, Sendable {
    /// The caller's ID for the voice or turn.
    public var id: UInt64
    /// Whether it was heard, on time or late, and if not, why.
    public var outcome: CueOutcome
    /// When the caller triggered it or, if it was scheduled, when it was to be heard.
    public var triggered: Instant
    /// When the audio thread took the command.
    public var taken: Instant
    /// The frame of the stream on which it begins.
    public var frame: Frame
    /// When that frame leaves the output, as predicted from the delay that the device reports.
    public var predicted: Instant

    /// Creates a receipt.
    @_noLocks @_noAllocation
    public init(id: UInt64, outcome: CueOutcome, triggered: Instant, taken: Instant, frame: Frame, predicted: Instant) {
        self.id = id
        self.outcome = outcome
        self.triggered = triggered
        self.taken = taken
        self.frame = frame
        self.predicted = predicted
    }
}

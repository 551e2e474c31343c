import ThudCore

/// A change of one control of a live voice: a straight ramp from its present value to a new one, which it then keeps.
///
///     engine.turn(Turn(id: 8, of: 7, .intensity, to: 0.4, over: .milliseconds(60), triggered: .now()))
///
/// If two turns of one control overlap, the one requested later takes over at its start. It replaces the rest of the
/// earlier turn and anything that was scheduled for the control after that point.
public struct Turn: Sendable {
    /// The caller's ID for the turn, which its receipt carries. No voice and no other turn may use the same ID.
    public var id: UInt64
    /// The ID of the voice to change.
    public var voice: UInt64
    /// The control to change.
    public var control: LiveControl
    /// The value at the end of the ramp; see `LiveControl.clamp(_:)`.
    public var value: Double
    /// The length of the ramp. A negative length counts as zero, and 300 s is the most.
    public var duration: Interval
    /// When the ramp begins.
    public var start: VoiceRequest.Start
    /// When the turn was triggered or, if it is scheduled, when it is to be heard. The receipt carries this instant.
    public var triggered: Instant

    /// Creates a turn of the voice with the ID `voice`. By default it jumps to `value` as soon as possible.
    public init(
        id: UInt64, of voice: UInt64, _ control: LiveControl, to value: Double, over duration: Interval = .zero,
        start: VoiceRequest.Start = .next, triggered: Instant
    ) {
        self.id = id
        self.voice = voice
        self.control = control
        self.value = value
        self.duration = duration
        self.start = start
        self.triggered = triggered
    }

    /// The longest ramp: 300 s, the length of the longest pattern.
    package static let longest = Interval.seconds(300)

    /// Returns the turn in the form that the audio thread of a stream at `sampleRate` Hz takes.
    func command(sampleRate: Int) -> TurnCommand {
        let length = min(max(duration, .zero), Turn.longest).frames(at: Int64(sampleRate))
        return TurnCommand(
            id: id, voice: voice, lane: control.lane, value: control.clamp(value), length: length,
            start: start.frame ?? .zero, isScheduled: start.frame != nil, triggered: triggered)
    }
}

/// A turn, or the end of a live voice, as it is sent to the audio thread.
struct TurnCommand: BitwiseCopyable {
    var id: UInt64
    var voice: UInt64
    var lane: Int
    var value: Double
    /// The length of the ramp, in frames.
    var length: Int64
    var start: Frame
    /// Whether the turn has an exact frame, `start`.
    var isScheduled: Bool
    var triggered: Instant

    static var none: TurnCommand {
        TurnCommand(
            id: 0, voice: 0, lane: 0, value: 0, length: 0, start: .zero, isScheduled: false,
            triggered: Instant(nanoseconds: 0))
    }
}

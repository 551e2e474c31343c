import ThudCore

/// What can be turned of a voice while it plays. The names in brackets are the dynamic parameters of Core Haptics that do the
/// same in a file.
public enum LiveControl: UInt8, CaseIterable, Hashable, Sendable {
    /// Multiplies the volume of the voice's sound, 0 to 1 (`AudioVolumeControl`).
    case gain
    /// Added to the pitch of its sound, -1 to 1, an octave each way (`AudioPitchControl`).
    case pitch
    /// Multiplies the intensity of its haptics, 0 to 1 (`HapticIntensityControl`).
    case intensity
    /// Added to the sharpness of its vibration, -1 to 1 (`HapticSharpnessControl`).
    case sharpness

    /// The value that changes nothing.
    public var neutral: Double { self == .gain || self == .intensity ? 1 : 0 }

    /// The nearest value that the control takes; the neutral one for NaN.
    public func clamp(_ value: Double) -> Double {
        if value.isNaN { return neutral }
        return min(max(value, self == .gain || self == .intensity ? 0 : -1), 1)
    }

    /// The index of the control's lane, for the audio thread.
    var lane: Int {
        @_noLocks @_noAllocation get { Int(rawValue) }
    }
}

/// A change of one control of a live voice: from wherever it stands, in a straight line, to a value, where it stays.
///
///     engine.turn(Turn(id: 8, of: 7, .intensity, to: 0.4, over: .milliseconds(60), triggered: .now()))
///
/// Of two turns of one control the one that was asked for later rules from its start on: what is left of the other, and whatever
/// that one had scheduled for later, is dropped.
public struct Turn: Sendable {
    /// The caller's name for the turn; its receipt carries it. No voice and no other turn may have the same.
    public var id: UInt64
    /// The voice that is turned.
    public var voice: UInt64
    /// The control that is turned.
    public var control: LiveControl
    /// The value that it goes to; see ``LiveControl/clamp(_:)``.
    public var value: Double
    /// How long it takes. Negative is none.
    public var duration: Interval
    /// When it begins.
    public var start: VoiceRequest.Start
    /// When it was asked for, or is to happen. The receipt carries it.
    public var triggered: Instant

    /// A turn of `voice`.
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

    /// The longest turn, as long as the longest pattern: 300 s.
    static let longest = Interval.seconds(300)

    /// The turn as the audio thread of a stream at `sampleRate` Hz takes it.
    func command(sampleRate: Int) -> TurnCommand {
        var frame: Frame?
        if case .frame(let asked) = start { frame = asked }
        let length = min(max(duration, .zero), Turn.longest).frames(at: Int64(sampleRate))
        return TurnCommand(
            id: id, voice: voice, lane: control.lane, value: control.clamp(value), length: length,
            start: frame ?? .zero, isScheduled: frame != nil, triggered: triggered)
    }
}

/// A turn, or the end of a live voice, on its way to the audio thread.
struct TurnCommand: BitwiseCopyable {
    var id: UInt64
    var voice: UInt64
    var lane: Int
    var value: Double
    /// Frames from its start until the value is reached.
    var length: Int64
    var start: Frame
    /// It has an exact frame, `start`.
    var isScheduled: Bool
    var triggered: Instant

    /// No turn.
    static var none: TurnCommand {
        TurnCommand(
            id: 0, voice: 0, lane: 0, value: 0, length: 0, start: .zero, isScheduled: false,
            triggered: Instant(nanoseconds: 0))
    }
}

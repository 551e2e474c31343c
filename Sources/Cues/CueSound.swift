import Haptics

/// A sound of a cue: one `AudioCustom` event of its pattern.
public struct CueSound: Hashable, Sendable {
    /// The file, relative to the pattern's own folder and within it.
    public let path: String

    /// When it starts, in seconds from the start of the cue.
    public let time: Double

    /// Where it is cut or padded with silence, in seconds; nil to play it whole.
    public let duration: Double?

    /// Loudness, 0 to 1, linear.
    public let volume: Double

    /// Pitch shift, -1 to 1.
    public let pitch: Double

    /// Place, -1 (left) to 1 (right).
    public let pan: Double

    /// Whether it repeats for its duration.
    public let loops: Bool

    /// The sound of an event, with the dynamic parameters that stand when it starts; nil for other kinds of event.
    init?(_ event: HapticEvent, _ evaluation: HapticEvaluation) {
        guard event.kind == .audioCustom, let path = event.waveformPath else { return nil }
        self.path = path
        time = event.time
        duration = event.duration
        volume = evaluation.value(of: .audioVolume, on: event, at: event.time)
        pitch = evaluation.value(of: .audioPitch, on: event, at: event.time)
        pan = evaluation.value(of: .audioPan, on: event, at: event.time)
        loops = event.loops
    }
}

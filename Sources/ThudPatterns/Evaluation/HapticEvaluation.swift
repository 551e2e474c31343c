public import ThudCore

/// Evaluates what a pattern requests at any moment: intensity and sharpness after envelopes, dynamic parameters,
/// curves and live controls. It is a pure function of time and renders nothing.
public struct HapticEvaluation: Sendable {
    let pattern: HapticPattern
    private let controls: LiveControls
    private let tracks: [DynamicParameterID: PiecewiseLinear]
    /// The tracks of everything that lasts. Only what takes its values from one instant, a tap, sees the notches.
    private let steadyTracks: [DynamicParameterID: PiecewiseLinear]

    /// Creates an evaluation of a pattern, with live controls on top of the pattern's own values.
    public init(_ pattern: HapticPattern, controls: LiveControls = LiveControls()) {
        self.pattern = pattern
        self.controls = controls
        let used = Set(pattern.parameters.map(\.id)).union(pattern.curves.map(\.id))
        tracks = Dictionary(uniqueKeysWithValues: used.compactMap { id in pattern.track(of: id).map { (id, $0) } })
        steadyTracks = Dictionary(
            uniqueKeysWithValues: tracks.map { ($0, $1.withoutNotches(neutral: $0.defaultValue)) })
    }

    /// Returns the value that the pattern gives a dynamic parameter at a time in seconds, without live controls. What
    /// a curve does for less than 25 µs, for the sake of a tap, does not count.
    public func value(of id: DynamicParameterID, at time: Double) -> Double {
        steadyTracks[id]?.value(at: time) ?? id.defaultValue
    }

    /// Returns an event's parameter after the dynamic parameter and the live control that change it. The values are
    /// multiplied or added, then clamped.
    public func value(of id: DynamicParameterID, on event: HapticEvent, at time: Double) -> Double {
        let track = event.kind == .transient ? tracks[id] : steadyTracks[id]
        return combined(id, own: event[id.target], control: track?.value(at: time) ?? id.defaultValue)
    }

    /// Combines an event's own value, a dynamic parameter's value and the live control.
    func combined(_ id: DynamicParameterID, own: Double, control: Double) -> Double {
        let live = controls.value(of: id) ?? id.defaultValue
        return id.target.clamp(id.multiplies ? own * control * live : own + control + live)
    }

    /// Returns the values that the pattern gives a dynamic parameter in the middle of `count` ticks of `step` seconds.
    /// Empty if the pattern does not name the parameter, so that it keeps its default throughout.
    public func values(of id: DynamicParameterID, every step: Double, count: Int) -> [Double] {
        steadyTracks[id]?.values(every: step, count: count) ?? []
    }

    /// Returns the time in which an event acts, in seconds from the start of the pattern, release included. A
    /// transient acts for ``HapticLimits/transientLength``, or for its duration if that is longer. A sound that ends
    /// with its file has an empty span here, because its length is not known before the file is opened.
    public func span(of event: HapticEvent) -> Range<Double> {
        let length: Double
        switch event.kind {
        case .transient: length = max(event.duration ?? 0, HapticLimits.transientLength)
        case .continuous: length = continuousEnvelope(of: event).length
        case .audioContinuous, .audioCustom:
            let duration = event.duration ?? 0
            length = duration > 0 ? duration + release(of: event, lasting: duration) : 0
        }
        return event.time..<event.time + length
    }

    /// Returns the intensity of an event at a time in seconds, 0 to 1. It is 0 for sounds and inactive events.
    public func intensity(of event: HapticEvent, at time: Double) -> Double {
        let elapsed = time - event.time
        guard event.kind.isHaptic, elapsed >= 0 else { return 0 }
        if event.kind == .transient {
            return elapsed < HapticLimits.transientLength ? value(of: .hapticIntensity, on: event, at: event.time) : 0
        }
        let level = continuousEnvelope(of: event).level(at: elapsed)
        return level > 0 ? level * value(of: .hapticIntensity, on: event, at: time) : 0
    }

    /// Returns the sharpness of an event at a time in seconds, 0 to 1. A transient keeps its first value.
    public func sharpness(of event: HapticEvent, at time: Double) -> Double {
        value(of: .hapticSharpness, on: event, at: event.kind == .transient ? event.time : time)
    }

    /// The spans in which the intensity controls let vibrations through, in order.
    var spansFelt: [ClosedRange<Double>] {
        controls.intensity == 0 ? [] : steadyTracks[.hapticIntensity]?.spansAboveZero ?? [0...Double.infinity]
    }

    /// Returns the strongest intensity of all events at a time in seconds, 0 to 1.
    public func intensity(at time: Double) -> Double { pattern.events.map { intensity(of: $0, at: time) }.max() ?? 0 }

    /// Returns the sharpness of the strongest event at a time in seconds; nil while nothing acts.
    public func sharpness(at time: Double) -> Double? {
        let acting = pattern.events.map { (event: $0, intensity: intensity(of: $0, at: time)) }.filter {
            $0.intensity > 0
        }
        return acting.max { $0.intensity < $1.intensity }.map { sharpness(of: $0.event, at: time) }
    }

    /// Returns the level of a `HapticContinuous` over the seconds since its start, 0 to 1, without its intensity.
    public func envelope(of vibration: HapticEvent) -> PiecewiseLinear { continuousEnvelope(of: vibration).curve }

    /// Returns the envelope of a `HapticContinuous`. Attack and decay are read at its start, the release at its end.
    func continuousEnvelope(of event: HapticEvent) -> Envelope {
        Envelope(
            attack: EnvelopeTime.seconds(value(of: .hapticAttackTime, on: event, at: event.time)),
            decay: EnvelopeTime.seconds(value(of: .hapticDecayTime, on: event, at: event.time)),
            isSustained: event.isSustained, duration: event.lasting,
            release: EnvelopeTime.seconds(value(of: .hapticReleaseTime, on: event, at: event.time + event.lasting)))
    }

    // MARK: - Sounds

    /// Whether the pitch of sounds can change while they play.
    public var movesPitch: Bool { tracks[.audioPitch] != nil }

    /// Whether a sound keeps its volume, pan, pitch and brightness from its start to its end, `seconds` later.
    public func isSteady(_ event: HapticEvent, lasting seconds: Double) -> Bool {
        let moving: [DynamicParameterID] = [.audioVolume, .audioPan, .audioPitch, .audioBrightness]
        return moving.allSatisfy { tracks[$0] == nil }
            && soundEnvelope(of: event, lasting: seconds)?.curve.points.allSatisfy { $0.value == 1 } != false
    }

    /// Returns how long a sound is heard before its release, in seconds: its duration, or `natural` if it has none.
    public func length(of event: HapticEvent, natural: Double) -> Double {
        if let duration = event.duration, duration > 0 { return duration }
        return max(0, natural)
    }

    /// Returns how long a tone is heard before its release starts, in seconds. This is its duration. Without one it
    /// lasts to `patternEnd`, or, if it starts later, for ``HapticLimits/longestContinuous``.
    public func length(of tone: HapticEvent, patternEnd: Double) -> Double {
        length(of: tone, natural: patternEnd > tone.time ? patternEnd - tone.time : HapticLimits.longestContinuous)
    }

    /// Returns how long the release of a sound takes, in seconds, with the parameter values at its start.
    public func release(of event: HapticEvent, lasting seconds: Double) -> Double {
        guard event.usesVolumeEnvelope else { return 0 }
        return EnvelopeTime.seconds(value(of: .audioReleaseTime, on: event, at: event.time + seconds))
    }

    /// Returns the volume of a sound, 0 to 1, `elapsed` seconds after its start, with its envelope if it has one. The
    /// sound lasts `seconds` before its release.
    public func volume(of event: HapticEvent, lasting seconds: Double, elapsed: Double) -> Double {
        let envelope = soundEnvelope(of: event, lasting: seconds)
        let level = envelope?.level(at: elapsed) ?? (elapsed >= 0 && elapsed < seconds ? 1 : 0)
        return level * value(of: .audioVolume, on: event, at: event.time + elapsed)
    }

    private func soundEnvelope(of event: HapticEvent, lasting seconds: Double) -> Envelope? {
        guard event.usesVolumeEnvelope else { return nil }
        return Envelope(
            attack: EnvelopeTime.seconds(value(of: .audioAttackTime, on: event, at: event.time)),
            decay: EnvelopeTime.seconds(value(of: .audioDecayTime, on: event, at: event.time)),
            isSustained: event.isSustained, duration: seconds, release: release(of: event, lasting: seconds))
    }

    // MARK: - Corners

    /// Returns the times within the first `seconds` at which a dynamic parameter steps or changes its slope, in order.
    /// A drawing must not lose them between its columns. A pattern can have thousands of them in one column, so each
    /// of `cells` equal parts contributes only those with the least and the greatest value.
    public func breakpoints(of id: DynamicParameterID, within seconds: Double, cells: Int) -> [Double] {
        guard seconds > 0, cells > 0, let track = steadyTracks[id] else { return [] }
        var extremes: [Int: (least: Double, greatest: Double)] = [:]
        for time in [0] + track.points.map(\.time) where time < seconds {
            let cell = Int(time / seconds * Double(cells))
            let found = extremes[cell] ?? (time, time)
            let value = track.value(at: time)
            extremes[cell] = (
                value < track.value(at: found.least) ? time : found.least,
                value > track.value(at: found.greatest) ? time : found.greatest
            )
        }
        return Set(extremes.values.flatMap { [$0.least, $0.greatest] }).sorted()
    }

    /// Returns the times at which the envelope of a vibration starts, changes its slope and ends. For other events
    /// these are the start and the end.
    public func corners(of event: HapticEvent) -> [Double] {
        let span = span(of: event)
        let inner = event.kind == .continuous ? envelope(of: event).points.map { event.time + $0.time } : []
        return Set(inner + [span.lowerBound, span.upperBound]).sorted()
    }
}

/// Controls that a person moves while a pattern plays. They act on top of its dynamic parameters.
///
/// An event's own value, the pattern's steps and curves and these controls are combined first, then clamped once.
public struct LiveControls: Hashable, Sendable {
    /// Multiplies every intensity, 0 to 1; 1 changes nothing.
    public var intensity: Double { didSet { intensity = DynamicParameterID.hapticIntensity.clamp(intensity) } }
    /// Added to every sharpness, -1 to 1; 0 changes nothing.
    public var sharpness: Double { didSet { sharpness = DynamicParameterID.hapticSharpness.clamp(sharpness) } }

    /// Creates controls. Values out of range are clamped, and NaN changes nothing.
    public init(intensity: Double = 1, sharpness: Double = 0) {
        self.intensity = DynamicParameterID.hapticIntensity.clamp(intensity)
        self.sharpness = DynamicParameterID.hapticSharpness.clamp(sharpness)
    }

    func value(of id: DynamicParameterID) -> Double? {
        switch id {
        case .hapticIntensity: intensity
        case .hapticSharpness: sharpness
        default: nil
        }
    }
}

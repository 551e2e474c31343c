public import ThudCore

/// What a pattern asks for at any moment: intensity and sharpness after envelopes, dynamic parameters, curves and live
/// controls. It is a pure function of time, and nothing is rendered.
public struct HapticEvaluation: Sendable {
    private let pattern: HapticPattern
    private let controls: LiveControls
    private let tracks: [DynamicParameterID: PiecewiseLinear]

    /// An evaluation of a pattern, with controls on top of what it says itself.
    public init(_ pattern: HapticPattern, controls: LiveControls = LiveControls()) {
        self.pattern = pattern
        self.controls = controls
        let used = Set(pattern.parameters.map(\.id)).union(pattern.curves.map(\.id))
        tracks = Dictionary(uniqueKeysWithValues: used.compactMap { id in pattern.track(of: id).map { (id, $0) } })
    }

    /// Whether the pattern names a dynamic parameter at all.
    func isControlled(_ id: DynamicParameterID) -> Bool { tracks[id] != nil }

    /// The value that the pattern gives a dynamic parameter at a time in seconds, without live controls.
    public func value(of id: DynamicParameterID, at time: Double) -> Double {
        tracks[id]?.value(at: time) ?? id.defaultValue
    }

    /// An event's parameter after the dynamic parameter and the live control that change it: multiplied or added, then
    /// clamped.
    public func value(of id: DynamicParameterID, on event: HapticEvent, at time: Double) -> Double {
        combined(id, own: event[id.target], control: value(of: id, at: time))
    }

    /// An event's own value, a dynamic parameter's value and the live control together.
    func combined(_ id: DynamicParameterID, own: Double, control: Double) -> Double {
        let live = controls.value(of: id) ?? id.defaultValue
        return id.target.clamp(id.multiplies ? own * control * live : own + control + live)
    }

    /// The values that the pattern gives a dynamic parameter in the middle of `count` ticks of `step` seconds. Empty where
    /// the pattern says nothing about it, so that it keeps its default throughout.
    public func values(of id: DynamicParameterID, every step: Double, count: Int) -> [Double] {
        tracks[id]?.values(every: step, count: count) ?? []
    }

    /// When an event acts, in seconds from the start of the pattern, release included. A transient acts for
    /// ``HapticLimits/transientLength``, or for its duration if that pads it further. How long a sound acts that ends with
    /// its file is not known before the file is opened; here it acts for no time at all.
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

    /// The intensity of an event at a time in seconds, 0 to 1; 0 while it does not act and for sounds.
    public func intensity(of event: HapticEvent, at time: Double) -> Double {
        let elapsed = time - event.time
        guard event.kind.isHaptic, elapsed >= 0 else { return 0 }
        if event.kind == .transient {
            return elapsed < HapticLimits.transientLength
                ? value(of: .hapticIntensity, on: event, at: event.time) : 0
        }
        let level = continuousEnvelope(of: event).level(at: elapsed)
        return level > 0 ? level * value(of: .hapticIntensity, on: event, at: time) : 0
    }

    /// The sharpness of an event at a time in seconds, 0 to 1. A transient keeps the one it started with.
    public func sharpness(of event: HapticEvent, at time: Double) -> Double {
        value(of: .hapticSharpness, on: event, at: event.kind == .transient ? event.time : time)
    }

    /// Where the intensity that the pattern controls is above 0 for longer than some seconds, in the order of time.
    func spansFelt(longerThan shortest: Double) -> [ClosedRange<Double>] {
        tracks[.hapticIntensity]?.spansAboveZero(longerThan: shortest) ?? [0...Double.infinity]
    }

    /// The strongest intensity of all events at a time in seconds, 0 to 1.
    public func intensity(at time: Double) -> Double {
        pattern.events.map { intensity(of: $0, at: time) }.max() ?? 0
    }

    /// The sharpness of the strongest event at a time in seconds; nil while nothing acts.
    public func sharpness(at time: Double) -> Double? {
        let acting = pattern.events.map { (event: $0, intensity: intensity(of: $0, at: time)) }.filter {
            $0.intensity > 0
        }
        return acting.max { $0.intensity < $1.intensity }.map { sharpness(of: $0.event, at: time) }
    }

    /// The level of a `HapticContinuous` by the seconds since its start, 0 to 1, without intensity and its control.
    public func envelope(of vibration: HapticEvent) -> PiecewiseLinear { continuousEnvelope(of: vibration).curve }

    /// The envelope of a `HapticContinuous`. Attack and decay are taken when it starts, the release when its duration
    /// ends.
    func continuousEnvelope(of event: HapticEvent) -> Envelope {
        let asked = event.duration ?? 0
        let duration = asked > 0 ? asked : HapticLimits.longestContinuous
        return Envelope(
            attack: EnvelopeTime.seconds(value(of: .hapticAttackTime, on: event, at: event.time)),
            decay: EnvelopeTime.seconds(value(of: .hapticDecayTime, on: event, at: event.time)),
            isSustained: event.isSustained, duration: duration,
            release: EnvelopeTime.seconds(value(of: .hapticReleaseTime, on: event, at: event.time + duration)))
    }

    // MARK: - Sounds

    /// Whether the pitch of sounds moves while they play.
    public var movesPitch: Bool { isControlled(.audioPitch) }

    /// How long a sound is heard before its release begins, in seconds: its duration, or `natural` where it has none.
    public func length(of event: HapticEvent, natural: Double) -> Double {
        if let duration = event.duration, duration > 0 { return duration }
        return max(0, natural)
    }

    /// How long a tone is heard before its release begins, in seconds. This is its duration; without one it lasts to the
    /// end of the pattern, `patternEnd`, and after that as long as a vibration that nothing ends.
    public func length(of tone: HapticEvent, patternEnd: Double) -> Double {
        length(of: tone, natural: patternEnd > tone.time ? patternEnd - tone.time : HapticLimits.longestContinuous)
    }

    /// How long the release of a sound takes, in seconds, with the parameters at the time when it begins.
    public func release(of event: HapticEvent, lasting seconds: Double) -> Double {
        guard event.usesVolumeEnvelope else { return 0 }
        return EnvelopeTime.seconds(value(of: .audioReleaseTime, on: event, at: event.time + seconds))
    }

    /// The volume of a sound, 0 to 1, `elapsed` seconds after its start, with its envelope where it uses one.
    ///
    /// - Parameter seconds: how long it lasts before its release.
    public func volume(of event: HapticEvent, lasting seconds: Double, elapsed: Double) -> Double {
        let envelope = soundEnvelope(of: event, lasting: seconds)
        let level = envelope?.level(at: elapsed) ?? (elapsed >= 0 && elapsed < seconds ? 1 : 0)
        return level * value(of: .audioVolume, on: event, at: event.time + elapsed)
    }

    /// The envelope of a sound; nil where it has none.
    private func soundEnvelope(of event: HapticEvent, lasting seconds: Double) -> Envelope? {
        guard event.usesVolumeEnvelope else { return nil }
        return Envelope(
            attack: EnvelopeTime.seconds(value(of: .audioAttackTime, on: event, at: event.time)),
            decay: EnvelopeTime.seconds(value(of: .audioDecayTime, on: event, at: event.time)),
            isSustained: event.isSustained, duration: seconds, release: release(of: event, lasting: seconds))
    }

    // MARK: - Corners

    /// The times within the first `seconds` at which the value of a dynamic parameter steps or changes its slope, in their
    /// order. A drawing must not leave them out between its columns. A pattern may have thousands of them in one column, so
    /// within each of `cells` equal parts only those of the least and the greatest value are given.
    public func breakpoints(of id: DynamicParameterID, within seconds: Double, cells: Int) -> [Double] {
        guard seconds > 0, cells > 0, let track = tracks[id] else { return [] }
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

    /// The times at which the envelope of a vibration starts, changes its slope and ends. Of other events, the times at
    /// which they start and end.
    public func corners(of event: HapticEvent) -> [Double] {
        let span = span(of: event)
        let inner = event.kind == .continuous ? envelope(of: event).points.map { event.time + $0.time } : []
        return Set(inner + [span.lowerBound, span.upperBound]).sorted()
    }
}

/// Controls that a person moves while a pattern plays. They act as Core Haptics' dynamic parameters do, on top of those in
/// the pattern.
///
/// An event's own value, the pattern's steps and curves and these controls are combined first and clamped once at the end.
public struct LiveControls: Hashable, Sendable {
    /// Multiplies every intensity, 0 to 1; 1 changes nothing.
    public var intensity: Double {
        didSet { intensity = DynamicParameterID.hapticIntensity.clamp(intensity) }
    }

    /// Added to every sharpness, -1 to 1; 0 changes nothing.
    public var sharpness: Double {
        didSet { sharpness = DynamicParameterID.hapticSharpness.clamp(sharpness) }
    }

    /// Controls; values out of range are clamped, NaN changes nothing.
    public init(intensity: Double = 1, sharpness: Double = 0) {
        self.intensity = DynamicParameterID.hapticIntensity.clamp(intensity)
        self.sharpness = DynamicParameterID.hapticSharpness.clamp(sharpness)
    }

    /// The control of a dynamic parameter; nil where there is none.
    func value(of id: DynamicParameterID) -> Double? {
        switch id {
        case .hapticIntensity: intensity
        case .hapticSharpness: sharpness
        default: nil
        }
    }
}

import ThudCore

extension AHAPReader {
    /// One event.
    mutating func event(_ reader: JSONReader) throws(SourceError) -> HapticEvent {
        refusal = .badEventEntry
        try ignoreAll(
            in: reader,
            but: [
                "Time", "EventType", "EventDuration", "EventWaveformPath", "EventWaveformLoopEnabled",
                "EventWaveformUseVolumeEnvelope", "EventParameters",
            ])
        let kind = try kind(reader.member("EventType"))
        let time = try time(of: reader, else: .badEventEntry)
        var event = HapticEvent(kind, at: time, duration: try duration(of: kind, reader))
        try readSound(reader, into: &event)
        var isSet: Set<EventParameterID> = []
        for parameter in try reader.optional("EventParameters")?.elements() ?? [] {
            try set(parameter, on: &event, isSet: &isSet)
        }
        if isSet.contains(.decayTime), kind != .transient, event.decayTime > 0, event.isSustained {
            diagnostic(reader, .idle, "a DecayTime acts only where Sustained is 0")
        }
        return event
    }

    private func kind(_ reader: JSONReader) throws(SourceError) -> HapticEvent.Kind {
        let name = try reader.string()
        if let kind = HapticEvent.Kind(rawValue: name) { return kind }
        let known = HapticEvent.Kind.allCases.map(\.rawValue)
        let question = NearestName.question(name, among: known)
        throw reader.error(expected: "one of \(known.joined(separator: ", "))", adding: question)
    }

    private mutating func duration(of kind: HapticEvent.Kind, _ event: JSONReader) throws(SourceError) -> Double? {
        let longest = Int(HapticLimits.longestContinuous)
        guard let reader = try event.optional("EventDuration") else {
            if kind == .continuous {
                diagnostic(event, .defaulted, "a HapticContinuous without EventDuration lasts \(longest) s")
            }
            if kind == .audioContinuous { diagnoseEndlessTone(event) }
            return nil
        }
        let duration = try seconds(
            reader, upTo: HapticLimits.longestSound, below: .invalidEventDuration, else: .badEventEntry)
        switch kind {
        case .transient where duration > HapticLimits.transientLength:
            diagnostic(
                reader, .suspicious, "the EventDuration of a HapticTransient only pads the pattern; a tap is a tap")
        case .continuous where duration == 0:
            diagnostic(reader, .suspicious, "an EventDuration of 0 means until stopped, at most \(longest) s")
        case .continuous:
            return clamped(duration, reader, to: 0...HapticLimits.longestContinuous)
        case .audioContinuous where duration == 0: diagnoseEndlessTone(reader)
        case .transient, .audioContinuous, .audioCustom: break
        }
        return duration
    }

    private mutating func diagnoseEndlessTone(_ reader: JSONReader) {
        diagnostic(
            reader, .suspicious,
            "nothing says when this AudioContinuous ends; here it ends with the pattern, and alone it lasts "
                + "\(Int(HapticLimits.longestContinuous)) s")
    }

    // MARK: - Sounds

    private mutating func readSound(_ reader: JSONReader, into event: inout HapticEvent) throws(SourceError) {
        let loops = try reader.optional("EventWaveformLoopEnabled")
        let uses = try reader.optional("EventWaveformUseVolumeEnvelope")
        if let loops { event.loops = try flag(loops) }
        if let uses { event.usesVolumeEnvelope = try flag(uses) }
        guard event.kind == .audioCustom else {
            for value in [try reader.optional("EventWaveformPath"), loops, uses] {
                if let value { diagnostic(value, .ignored, "only an AudioCustom has a sound file") }
            }
            return
        }
        event.waveformPath = try path(reader.member("EventWaveformPath"))
        if let loops, event.loops, event.duration ?? 0 == 0 {
            diagnostic(loops, .suspicious, "nothing says when this loop ends; state an EventDuration")
        }
    }

    private mutating func path(_ reader: JSONReader) throws(SourceError) -> String {
        // Apple's loader would look for the file wherever it is, or find none; that a pattern may not reach out of its
        // folder is a rule of this reader.
        if try !reader.string().isEmpty { refusal = nil }
        let path = try WaveformPath.read(reader)
        refusal = .badEventEntry
        return path
    }

    // MARK: - Parameters of an event

    private mutating func set(
        _ reader: JSONReader, on event: inout HapticEvent, isSet: inout Set<EventParameterID>
    ) throws(SourceError) {
        refusal = .badParameterEntry
        try ignoreAll(in: reader, but: ["ParameterID", "ParameterValue"])
        let name = try reader.member("ParameterID")
        let written = try name.string()
        guard let id = EventParameterID(rawValue: written) else {
            let known = EventParameterID.allCases.map(\.rawValue)
            let question = NearestName.question(written, among: known)
            return diagnostic(name, .ignored, "no event parameter has this name\(question)")
        }
        if !id.acts(on: event.kind) {
            diagnostic(name, .idle, "\(id.rawValue) does not act on \(event.kind.inWords)")
        }
        if !isSet.insert(id).inserted {
            diagnostic(name, .suspicious, "this event sets \(id.rawValue) twice; the last value counts")
        }
        guard let value = try reader.optional("ParameterValue") else {
            return diagnostic(reader, .defaulted, "has no ParameterValue; \(id.defaultValue.shown) stands")
        }
        event[id] = id == .sustained ? try sustained(value) : try clamped(value, to: id.range)
    }

    private mutating func sustained(_ reader: JSONReader) throws(SourceError) -> Double {
        let value = try reader.number()
        let taken = EventParameterID.sustained.clamp(value)
        if taken != value {
            diagnostic(reader, .clamped, "Sustained is either 0 or 1; \(value.shown) is taken as \(taken.shown)")
        }
        return taken
    }
}

extension EventParameterID {
    /// Whether the parameter changes anything about an event of a kind. A tap is over too soon for an envelope.
    fileprivate func acts(on kind: HapticEvent.Kind) -> Bool {
        switch self {
        case .hapticIntensity, .hapticSharpness: kind.isHaptic
        case .attackTime, .decayTime, .releaseTime, .sustained: kind != .transient
        case .audioVolume, .audioPitch, .audioPan, .audioBrightness: !kind.isHaptic
        }
    }
}

extension HapticEvent.Kind {
    fileprivate var inWords: String { isHaptic ? "a \(rawValue)" : "an \(rawValue)" }
}

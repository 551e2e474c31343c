import ThudCore

extension AHAPReader {
    mutating func event(_ reader: JSONReader) throws(ThudError) -> HapticEvent {
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
            diagnostic(reader, .idle, "a DecayTime acts only if Sustained is 0")
        }
        return event
    }

    private func kind(_ reader: JSONReader) throws(ThudError) -> HapticEvent.Kind {
        let name = try reader.string()
        if let kind = HapticEvent.Kind(rawValue: name) { return kind }
        let known = HapticEvent.Kind.allCases.map(\.rawValue)
        let question = NearestName.question(name, among: known)
        throw reader.error(expected: "one of \(known.joined(separator: ", "))", adding: question)
    }

    private mutating func duration(of kind: HapticEvent.Kind, _ event: JSONReader) throws(ThudError) -> Double? {
        let longest = Int(HapticLimits.longestContinuous)
        refusal = .badEventEntry
        guard let reader = try event.stated("EventDuration") else {
            if kind == .continuous {
                diagnostic(event, .defaulted, "a HapticContinuous without EventDuration lasts \(longest) s")
            }
            if kind == .audioContinuous { diagnoseEndlessTone(event) }
            return nil
        }
        let duration = try seconds(
            reader, upTo: HapticLimits.longestSound, below: .invalidEventDuration, else: .badEventEntry)
        switch kind {
        case .continuous where duration == 0:
            diagnostic(reader, .suspicious, "an EventDuration of 0 means until stopped, at most \(longest) s")
        case .continuous: return clamped(duration, reader, to: 0...HapticLimits.longestContinuous)
        case .audioContinuous where duration == 0: diagnoseEndlessTone(reader)
        case .transient, .audioContinuous, .audioCustom: break
        }
        return duration
    }

    private mutating func diagnoseEndlessTone(_ reader: JSONReader) {
        diagnostic(
            reader, .suspicious,
            "this AudioContinuous has no EventDuration; it ends with the pattern, or lasts "
                + "\(Int(HapticLimits.longestContinuous)) s alone")
    }

    // MARK: - Sounds

    private mutating func readSound(_ reader: JSONReader, into event: inout HapticEvent) throws(ThudError) {
        let written = try reader.optional("EventWaveformPath")
        if isLint, let written, let path = try? written.string() {
            soundPlaces.append(.init(path: path, reader: written))
        }
        let loops = try reader.optional("EventWaveformLoopEnabled")
        let uses = try reader.optional("EventWaveformUseVolumeEnvelope")
        if let loops { event.loops = try flag(loops) }
        if let uses { event.usesVolumeEnvelope = try flag(uses) }
        guard event.kind == .audioCustom else {
            for value in [written, loops, uses] {
                if let value { diagnostic(value, .ignored, "only an AudioCustom has a sound file") }
            }
            return
        }
        event.waveformPath = try path(reader.member("EventWaveformPath"))
        if let loops, event.loops, event.duration ?? 0 == 0 {
            diagnostic(loops, .suspicious, "this loop has no end; add an EventDuration")
        }
    }

    private mutating func path(_ reader: JSONReader) throws(ThudError) -> String {
        // Apple's loader accepts any character in a path.
        if try !reader.string().isEmpty { refusal = nil }
        let path = try WaveformPath.read(reader)
        refusal = .badEventEntry
        if let remark = WaveformPath.remark(path) { diagnostic(reader, .suspicious, remark) }
        return path
    }

    // MARK: - Parameters of an event

    private mutating func set(
        _ reader: JSONReader, on event: inout HapticEvent, isSet: inout Set<EventParameterID>
    ) throws(ThudError) {
        refusal = .badParameterEntry
        try ignoreAll(in: reader, but: ["ParameterID", "ParameterValue"])
        let name = try reader.member("ParameterID")
        let written = try name.string()
        guard let id = EventParameterID(rawValue: written) else {
            let known = EventParameterID.allCases.map(\.rawValue)
            let question = NearestName.question(written, among: known)
            return diagnostic(name, .ignored, "unknown event parameter\(question)")
        }
        if !id.belongs(to: event.kind) {
            diagnostic(name, .idle, "\(id.rawValue) does not act on \(event.kind.inWords)")
        }
        if !isSet.insert(id).inserted {
            diagnostic(name, .suspicious, "this event sets \(id.rawValue) twice; the last value counts")
        }
        guard let value = try reader.optional("ParameterValue") else {
            return diagnostic(reader, .defaulted, "has no ParameterValue; \(id.defaultValue.shown) is used")
        }
        event[id] = id == .sustained ? try sustained(value) : try clamped(value, to: id.range)
    }

    private mutating func sustained(_ reader: JSONReader) throws(ThudError) -> Double {
        let value = try reader.number()
        let taken = EventParameterID.sustained.clamp(value)
        if taken != value {
            diagnostic(reader, .clamped, "Sustained is 0 or 1; \(value.shown) is read as \(taken.shown)")
        }
        return taken
    }
}

extension HapticEvent.Kind {
    fileprivate var inWords: String { isHaptic ? "a \(rawValue)" : "an \(rawValue)" }
}

extension AHAPReader {
    /// Reads a step of a dynamic parameter; nil if its parameter is unknown.
    mutating func parameter(_ reader: JSONReader) throws(ThudError) -> DynamicParameter? {
        refusal = .badParameterEntry
        try ignoreAll(in: reader, but: ["ParameterID", "ParameterValue", "Time"])
        guard let id = try dynamicID(of: reader) else { return nil }
        try countPoint(reader)
        let time = try time(of: reader, else: .badParameterEntry)
        return DynamicParameter(id, at: time, value: try clamped(reader.member("ParameterValue"), to: id.range))
    }

    /// Reads a curve of a dynamic parameter; nil if its parameter is unknown.
    mutating func curve(_ reader: JSONReader) throws(ThudError) -> ParameterCurve? {
        refusal = .badParameterEntry
        try ignoreAll(in: reader, but: ["ParameterID", "Time", "ParameterCurveControlPoints"])
        guard let id = try dynamicID(of: reader) else { return nil }
        let start = try time(of: reader, else: .badParameterEntry)
        let list = try reader.member("ParameterCurveControlPoints")
        let elements = try list.elements()
        var points: [ParameterCurve.Point] = []
        for element in elements { points.append(try point(element, of: id, after: points.last)) }
        let most = HapticLimits.pointsPerCurve
        switch elements.count {
        case 0: diagnostic(list, .idle, "a curve without points does nothing")
        case 1: diagnostic(list, .suspicious, "a curve of one point is a step; a Parameter is clearer")
        case 2...most: break
        default:
            diagnostic(
                list, .suspicious,
                "Apple's loader accepts at most \(most) points in a curve, found \(elements.count); "
                    + "split it into curves that follow each other")
        }
        return ParameterCurve(id, at: start, points: points)
    }

    private mutating func point(
        _ reader: JSONReader, of id: DynamicParameterID, after last: ParameterCurve.Point?
    ) throws(ThudError) -> ParameterCurve.Point {
        try countPoint(reader)
        try ignoreAll(in: reader, but: ["Time", "ParameterValue"])
        let time = try time(of: reader, else: .badParameterEntry)
        let value = try clamped(reader.member("ParameterValue"), to: id.range)
        if let last, time < last.time {
            diagnostic(
                reader, .suspicious,
                "the points are not in time order: \(time.shown) comes after \(last.time.shown); sorted")
        }
        return .init(time: time, value: value)
    }

    private mutating func dynamicID(of reader: JSONReader) throws(ThudError) -> DynamicParameterID? {
        let name = try reader.member("ParameterID")
        let written = try name.string()
        if let id = DynamicParameterID(rawValue: written) { return id }
        let known = DynamicParameterID.allCases.map(\.rawValue)
        diagnostic(name, .ignored, "unknown dynamic parameter\(NearestName.question(written, among: known))")
        return nil
    }

    /// Refuses a pattern whose sounds are too long in total. This needs the whole pattern, which decides how long a
    /// tone without a duration lasts, and how dynamic parameters change a release.
    mutating func checkSounds(of pattern: HapticPattern) throws(ThudError) {
        guard !sounds.isEmpty else { return }
        let evaluation = HapticEvaluation(pattern)
        let end = pattern.statedEnd
        var total = 0.0
        for sound in sounds {
            total += seconds(of: sound.event, evaluation, patternEnd: end)
            guard total > HapticLimits.soundSeconds else { continue }
            refusal = nil
            let error = sound.reader.error(
                "all AudioContinuous and AudioCustom events together last more than \(Int(HapticLimits.soundSeconds)) s; "
                    + "split the pattern")
            guard isLint else { throw error }
            return diagnostic(on: error)
        }
    }

    /// Returns how long a sound is heard, in seconds; 0 if it ends with its file, which is not open here.
    private func seconds(of sound: HapticEvent, _ evaluation: HapticEvaluation, patternEnd: Double) -> Double {
        let length =
            sound.kind == .audioContinuous
            ? evaluation.length(of: sound, patternEnd: patternEnd) : evaluation.length(of: sound, natural: 0)
        return length > 0 ? length + evaluation.release(of: sound, lasting: length) : 0
    }
}

/// The rules for `EventWaveformPath`. The path is relative to an app's bundle, so the file is only ever looked for in
/// the folders around the pattern.
enum WaveformPath {
    static func read(_ reader: JSONReader) throws(ThudError) -> String {
        let path = try reader.string()
        if let problem = problem(path) { throw reader.error(problem) }
        return path
    }

    /// Returns why a path is refused; nil if it is acceptable.
    static func problem(_ path: String) -> String? {
        if path.isEmpty { return "expected the path of a sound file, found an empty string" }
        if path.utf8.contains(0) { return "the path of a sound file holds a zero byte, which no file's name has" }
        return nil
    }

    /// Returns what is unusual about a path, because of which the file may not be found; nil for an ordinary path.
    static func remark(_ path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if path.contains("\\") { return "a path has `/` between folders; the backslash is read as one" }
        if path.hasPrefix("/") || path.hasPrefix("~") {
            return "an absolute path does not work in an app; Thud looks for it in the folders around the pattern"
        }
        if parts.contains("..") {
            return "`..` leads out of an app's bundle; Thud looks for the file in the folders around the pattern"
        }
        if path.unicodeScalars.contains(where: TypedText.acts) {
            return "the path has a control character or a line break; rename the file"
        }
        if parts.contains("") || parts.contains(".") { return "the path has an empty part or a `.`, which is skipped" }
        return nil
    }
}

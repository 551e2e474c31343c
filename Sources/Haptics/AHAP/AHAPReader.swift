import JSONText

/// Reads one file, noting what a lenient loader passes over.
struct AHAPReader {
    private(set) var remarks: [SourceError] = []
    private var controlPoints = 0
    private var continuousSeconds = 0.0

    mutating func pattern(_ root: JSONReader) throws(SourceError) -> HapticPattern {
        var pattern = HapticPattern()
        try ignoreAll(in: root, but: ["Version", "Metadata", "Pattern"])
        if let version = try root.optional("Version") { pattern.version = try version.number() }
        if let metadata = try root.optional("Metadata") {
            pattern.metadata = try metadata.members().map { .init($0.name, $0.value.node.value) }
        }
        for entry in try root.member("Pattern").elements() { try read(entry, into: &pattern) }
        return pattern
    }

    private mutating func read(_ entry: JSONReader, into pattern: inout HapticPattern) throws(SourceError) {
        try ignoreAll(in: entry, but: ["Event", "Parameter", "ParameterCurve"])
        var isEmpty = true
        if let event = try entry.optional("Event") {
            isEmpty = false
            guard pattern.events.count < HapticLimits.events else {
                throw event.error("a pattern holds at most \(HapticLimits.events) events; split it into several files")
            }
            pattern.events.append(try self.event(event))
        }
        if let parameter = try entry.optional("Parameter") {
            isEmpty = false
            if let read = try self.parameter(parameter) { pattern.parameters.append(read) }
        }
        if let curve = try entry.optional("ParameterCurve") {
            isEmpty = false
            if let read = try self.curve(curve) { pattern.curves.append(read) }
        }
        if isEmpty { remark(entry, "holds no Event, Parameter or ParameterCurve and is ignored") }
    }

    // MARK: - Events

    private mutating func event(_ reader: JSONReader) throws(SourceError) -> HapticEvent {
        try ignoreAll(
            in: reader,
            but: [
                "Time", "EventType", "EventDuration", "EventWaveformPath", "EventWaveformLoopEnabled",
                "EventWaveformUseVolumeEnvelope", "EventParameters",
            ])
        let kind = try reader.member("EventType").choice(HapticEvent.Kind.self)
        var event = HapticEvent(
            kind, at: try time("Time", of: reader), duration: try duration(of: kind, reader))
        if kind == .continuous { try count(event, reader) }
        if let loops = try reader.optional("EventWaveformLoopEnabled") { event.loops = try flag(loops) }
        if let uses = try reader.optional("EventWaveformUseVolumeEnvelope") {
            event.usesVolumeEnvelope = try flag(uses)
        }
        if kind == .audioCustom {
            event.waveformPath = try WaveformPath.read(reader.member("EventWaveformPath"))
        } else if let path = try reader.optional("EventWaveformPath") {
            remark(path, "only an AudioCustom has a sound file; ignored")
        }
        for parameter in try reader.optional("EventParameters")?.elements() ?? [] {
            try set(parameter, on: &event)
        }
        return event
    }

    private mutating func set(_ reader: JSONReader, on event: inout HapticEvent) throws(SourceError) {
        try ignoreAll(in: reader, but: ["ParameterID", "ParameterValue"])
        let name = try reader.member("ParameterID")
        guard let id = EventParameterID(rawValue: try name.string()) else {
            return remark(name, "no event parameter has this name; ignored")
        }
        guard let value = try reader.optional("ParameterValue") else {
            return remark(reader, "has no ParameterValue; \(shown(id.defaultValue)) stands")
        }
        event[id] = clamped(try value.number(), value, to: id.range)
    }

    private mutating func duration(of kind: HapticEvent.Kind, _ event: JSONReader) throws(SourceError) -> Double? {
        guard let reader = try event.optional("EventDuration") else {
            if kind == .continuous {
                remark(event, "a HapticContinuous without EventDuration lasts \(Int(HapticLimits.longestContinuous)) s")
            }
            return nil
        }
        let seconds = try reader.number(in: 0...HapticLimits.longestSound)
        return kind == .continuous ? clamped(seconds, reader, to: 0...HapticLimits.longestContinuous) : seconds
    }

    private mutating func count(_ event: HapticEvent, _ reader: JSONReader) throws(SourceError) {
        let seconds = event.duration ?? 0
        continuousSeconds += seconds > 0 ? seconds : HapticLimits.longestContinuous
        guard continuousSeconds <= HapticLimits.continuousSeconds else {
            let limit = Int(HapticLimits.continuousSeconds)
            throw reader.error("all HapticContinuous events together last more than \(limit) s; split the pattern")
        }
    }

    // MARK: - Parameters and curves

    private mutating func parameter(_ reader: JSONReader) throws(SourceError) -> DynamicParameter? {
        try ignoreAll(in: reader, but: ["ParameterID", "ParameterValue", "Time"])
        guard let id = try dynamicID(of: reader) else { return nil }
        try countPoint(reader)
        let value = try reader.member("ParameterValue")
        return DynamicParameter(
            id, at: try time("Time", of: reader), value: clamped(try value.number(), value, to: id.range))
    }

    private mutating func curve(_ reader: JSONReader) throws(SourceError) -> ParameterCurve? {
        try ignoreAll(in: reader, but: ["ParameterID", "Time", "ParameterCurveControlPoints"])
        guard let id = try dynamicID(of: reader) else { return nil }
        let start = try time("Time", of: reader)
        let elements = try reader.member("ParameterCurveControlPoints").elements()
        if elements.count > HapticLimits.pointsPerCurve {
            remark(
                reader, "Apple's loader takes at most \(HapticLimits.pointsPerCurve) points, here are \(elements.count)"
            )
        }
        var points: [ParameterCurve.Point] = []
        for element in elements {
            try countPoint(element)
            try ignoreAll(in: element, but: ["Time", "ParameterValue"])
            let value = try element.member("ParameterValue")
            points.append(
                .init(time: try time("Time", of: element), value: clamped(try value.number(), value, to: id.range)))
        }
        if start > 0, let first = points.first?.time, first >= start {
            remark(
                reader, "the points' times count from the curve's Time; these look as if they counted from the start")
        }
        if zip(points, points.dropFirst()).contains(where: { $0.time > $1.time }) {
            remark(reader, "the points do not stand in the order of time; sorted")
        }
        return ParameterCurve(id, at: start, points: points)
    }

    private mutating func dynamicID(of reader: JSONReader) throws(SourceError) -> DynamicParameterID? {
        let name = try reader.member("ParameterID")
        if let id = DynamicParameterID(rawValue: try name.string()) { return id }
        remark(name, "no dynamic parameter has this name; ignored")
        return nil
    }

    private mutating func countPoint(_ reader: JSONReader) throws(SourceError) {
        controlPoints += 1
        guard controlPoints <= HapticLimits.controlPoints else {
            throw reader.error("a pattern holds at most \(HapticLimits.controlPoints) parameters and curve points")
        }
    }

    // MARK: - Values

    private func time(_ name: String, of reader: JSONReader) throws(SourceError) -> Double {
        try reader.optional(name)?.number(in: 0...HapticLimits.latestStart) ?? 0
    }

    /// `true` and `false`, or the 1 and 0 that Foundation takes for them.
    private func flag(_ reader: JSONReader) throws(SourceError) -> Bool {
        if case .number(let value) = reader.node.content, value == 0 || value == 1 { return value == 1 }
        return try reader.bool()
    }

    private mutating func clamped(_ value: Double, _ reader: JSONReader, to range: ClosedRange<Double>) -> Double {
        let nearest = min(max(value, range.lowerBound), range.upperBound)
        if nearest != value {
            let limits = "\(shown(range.lowerBound)) to \(shown(range.upperBound))"
            remark(reader, "\(shown(value)) is outside \(limits); taken as \(shown(nearest))")
        }
        return nearest
    }

    private func shown(_ value: Double) -> String { JSONValue.number(value).text(.compact) }

    private mutating func ignoreAll(in reader: JSONReader, but known: Set<String>) throws(SourceError) {
        for (name, value) in try reader.members() where !known.contains(name) {
            remark(value, "no member of this name is known here; ignored")
        }
    }

    private mutating func remark(_ reader: JSONReader, _ message: String) { remarks.append(reader.error(message)) }
}

import ThudCore

extension AHAP {
    /// A pattern as a JSON value: events, then steps, then curves, each in their order; what is default stays out.
    static func json(_ pattern: HapticPattern) -> JSONValue {
        var members: [JSONValue.Member] = [.init("Version", .number(pattern.version))]
        if !pattern.metadata.isEmpty { members.append(.init("Metadata", .object(pattern.metadata))) }
        let events = pattern.events.map { JSONValue.object([.init("Event", event($0))]) }
        let steps = pattern.parameters.map { JSONValue.object([.init("Parameter", parameter($0))]) }
        let curves = CurveSplit.parts(of: pattern).map { JSONValue.object([.init("ParameterCurve", curve($0))]) }
        members.append(.init("Pattern", .array(events + steps + curves)))
        return .object(members)
    }

    private static func event(_ event: HapticEvent) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("Time", .number(event.time)),
            .init("EventType", .string(event.kind.rawValue)),
        ]
        if let duration = event.duration { members.append(.init("EventDuration", .number(duration))) }
        if let path = event.waveformPath { members.append(.init("EventWaveformPath", .string(path))) }
        if event.loops { members.append(.init("EventWaveformLoopEnabled", true)) }
        if !event.usesVolumeEnvelope { members.append(.init("EventWaveformUseVolumeEnvelope", false)) }
        let parameters = event.setParameters.map { id, value -> JSONValue in
            ["ParameterID": .string(id.rawValue), "ParameterValue": .number(value)]
        }
        if !parameters.isEmpty { members.append(.init("EventParameters", .array(parameters))) }
        return .object(members)
    }

    private static func parameter(_ parameter: DynamicParameter) -> JSONValue {
        [
            "ParameterID": .string(parameter.id.rawValue),
            "ParameterValue": .number(parameter.value),
            "Time": .number(parameter.time),
        ]
    }

    private static func curve(_ curve: ParameterCurve) -> JSONValue {
        [
            "ParameterID": .string(curve.id.rawValue),
            "Time": .number(curve.time),
            "ParameterCurveControlPoints": .array(
                curve.points.map { ["Time": .number($0.time), "ParameterValue": .number($0.value)] }),
        ]
    }
}

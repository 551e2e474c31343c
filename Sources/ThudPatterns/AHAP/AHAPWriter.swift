import ThudCore

extension AHAP {
    /// Returns a pattern as a JSON value: events, then steps, then curves, each in their order. Defaults are omitted.
    static func json(_ pattern: HapticPattern, splitsCurves: Bool) -> JSONValue {
        var members: [JSONValue.Member] = [.init("Version", .number(pattern.version))]
        if !pattern.metadata.isEmpty { members.append(.init("Metadata", .object(pattern.metadata))) }
        let events = pattern.events.map { JSONValue.object([.init("Event", event($0))]) }
        let steps = pattern.parameters.map { JSONValue.object([.init("Parameter", parameter($0))]) }
        let parts = splitsCurves ? CurveSplit.parts(of: pattern) : pattern.curves
        let curves = parts.map { JSONValue.object([.init("ParameterCurve", curve($0))]) }
        members.append(.init("Pattern", .array(events + steps + curves)))
        return .object(members)
    }

    /// Whether a curve has more points than Apple's loader accepts.
    fileprivate static func hasLongCurves(_ pattern: HapticPattern) -> Bool {
        pattern.curves.contains { $0.points.count > HapticLimits.pointsPerCurve }
    }

    /// Returns a pattern as the text of a file that has held `old`. If that has long curves, they stay in one part.
    package static func text(_ pattern: HapticPattern, like old: [UInt8]?) -> String {
        let held = old.flatMap { try? read($0, file: "") }
        return json(pattern, splitsCurves: held.map { !hasLongCurves($0) } ?? true).text()
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

/// Splits curves for Apple's loader, which accepts at most ``HapticLimits/pointsPerCurve`` points.
enum CurveSplit {
    /// Returns the curves of a pattern. A long one is split into several that join end to start.
    ///
    /// The step or curve that started last controls its parameter. Once another one has taken over from a long curve,
    /// a later part of that curve would take over again. So that part and all parts after it are omitted.
    static func parts(of pattern: HapticPattern) -> [ParameterCurve] {
        guard AHAP.hasLongCurves(pattern) else { return pattern.curves }
        var takeovers = pattern.curves.map { _ in Double.infinity }
        for group in Dictionary(grouping: starts(in: pattern), by: \.id).values {
            let ordered = group.sorted { $0.time < $1.time }
            for (start, next) in zip(ordered, ordered.dropFirst()) {
                if let curve = start.curve { takeovers[curve] = next.time }
            }
        }
        return zip(pattern.curves, takeovers).flatMap { split($0, until: $1) }
    }

    /// The time at which a step or a curve starts to control its parameter.
    private struct Start {
        let id: DynamicParameterID
        let time: Double
        /// The index of the curve; nil for a step.
        let curve: Int?
    }

    /// Returns all starts. If several have the same time, the last one wins.
    private static func starts(in pattern: HapticPattern) -> [Start] {
        let steps = pattern.parameters.map { Start(id: $0.id, time: $0.time, curve: nil) }
        let curves = pattern.curves.enumerated().filter { !$0.element.points.isEmpty }.map {
            Start(id: $0.element.id, time: $0.element.time, curve: $0.offset)
        }
        return steps + curves
    }

    /// Returns the parts of a curve that start before `takeover`, in seconds. Times are rounded to a microsecond, so
    /// that subtraction leaves no trailing digits.
    private static func split(_ curve: ParameterCurve, until takeover: Double) -> [ParameterCurve] {
        guard curve.points.count > HapticLimits.pointsPerCurve else { return [curve] }
        var parts: [ParameterCurve] = []
        var first = 0
        while first < curve.points.count - 1 {
            let origin = first == 0 ? 0 : curve.points[first].time
            let start = first == 0 ? curve.time : max(curve.time, (curve.time + origin).wholeMicroseconds)
            if first > 0, start >= takeover { break }
            let last = end(of: curve, from: first)
            let points = curve.points[first...last].map {
                ParameterCurve.Point(time: ($0.time - origin).wholeMicroseconds, value: $0.value)
            }
            parts.append(ParameterCurve(curve.id, at: start, points: points))
            first = last
        }
        return parts
    }

    /// Returns the last point of a part. No curve may start later than ``HapticLimits/latestStart``, so everything
    /// after that time stays in one part.
    private static func end(of curve: ParameterCurve, from first: Int) -> Int {
        let last = min(first + HapticLimits.pointsPerCurve, curve.points.count) - 1
        let next = (curve.time + curve.points[last].time).wholeMicroseconds
        return next > HapticLimits.latestStart ? curve.points.count - 1 : last
    }
}

import ThudCore

extension BenchRun {
    /// The run as JSON according to docs/bench-schema.md, with its summary under `summary`.
    package var json: JSONValue { json(comparison: nil) }

    /// Returns the run as JSON, with a comparison with an earlier run under `comparison`.
    package func json(comparison: BenchComparison?) -> JSONValue {
        .members([
            ("schema", .string("thud-bench")),
            ("version", .integer(BenchSchema.version)),
            ("summary", BenchSummary(self).json),
            ("comparison", comparison?.json),
            ("origin", .string(String(origin.nanoseconds))),
            ("machine", .array(machine.map(\.json))),
            ("settings", .array(settings.map(\.json))),
            ("clockSource", .string(clockSource)),
            ("budget", .time(budget)),
            ("maxJitter", maxJitter.map(JSONValue.time)),
            ("minMeasured", .number(minMeasured)),
            ("maxXruns", maxXruns.map(JSONValue.integer)),
            ("predictionDoubts", predictionDoubts.isEmpty ? nil : .array(predictionDoubts.map(JSONValue.string))),
            ("allowPredicted", allowsPredicted ? true : nil),
            ("interrupted", isInterrupted ? true : nil),
            ("program", program?.json),
            ("cold", cold.json),
            ("actuator", actuator?.json),
            ("loopback", loopback?.json),
            ("hapticsInStream", hasHapticsInStream ? true : nil),
            ("xruns", .array(xruns.map { $0.json(since: origin) })),
            ("frameTimes", frameTimes.countsJSON),
            ("wakeLateness", wakeLateness.countsJSON),
            ("gameCues", .array(gameCues.map { $0.json(since: origin) })),
            ("cues", .array(cues.map { $0.json(since: origin) })),
            ("keyCues", keyCues.isEmpty ? nil : .array(keyCues.map { $0.json(since: origin) })),
        ])
    }
}

extension JSONValue {
    static func time(_ interval: Interval) -> JSONValue { .integer(Int(interval.nanoseconds)) }
}

extension BenchFact { fileprivate var json: JSONValue { ["name": .string(name), "value": .string(value)] } }

extension BenchProgram {
    fileprivate var json: JSONValue {
        .members([
            ("command", .array(command.map(JSONValue.string))), ("mistrust", mistrust.map(JSONValue.string)),
            ("device", device.map(JSONValue.time)),
        ])
    }
}

extension BenchCold {
    fileprivate var json: JSONValue {
        .members([
            ("startToFirstOutput", (startToFirstOutput?.length).map(JSONValue.time)),
            ("startMeasured", startToFirstOutput.map { .bool($0.isMeasured) }),
            ("firstCueAfterIdle", (firstCueAfterIdle?.length).map(JSONValue.time)),
            ("idleMeasured", firstCueAfterIdle.map { .bool($0.isMeasured) }),
        ])
    }
}

extension BenchActuator {
    fileprivate var json: JSONValue {
        .members([
            ("name", .string(name)),
            ("electricalOnset", electricalOnset.map(JSONValue.time)),
            // The key of version 1, kept so that stored runs stay readable and comparable.
            ("mechanicalT90", rise.map(JSONValue.time)),
            ("feltPeak", feltPeak.map(JSONValue.time)),
        ])
    }
}

extension BenchLoopback {
    fileprivate var json: JSONValue {
        var members: [(String, JSONValue?)] = [("source", .string(source))]
        switch pathDelay {
        case .known(let delay): members.append(("pathDelay", .time(delay)))
        case .unknown(let reason): members.append(("pathDelayUnknown", .string(reason)))
        }
        members.append(("selfTest", selfTest?.json))
        return .members(members)
    }
}

extension BenchSelfTest {
    fileprivate var json: JSONValue {
        .members([
            ("delayed", .integer(delayed)), ("found", .integer(found)), ("torn", .integer(torn)),
            ("worstError", worstError.map(JSONValue.time)),
        ])
    }
}

extension BenchXrun {
    fileprivate func json(since origin: Instant) -> JSONValue {
        ["instant": .time(instant - origin), "framesLost": .integer(framesLost)]
    }
}

extension DurationHistogram {
    fileprivate var countsJSON: JSONValue {
        let entries = entries
        return [
            "lengths": .array(entries.map { .time($0.duration) }), "counts": .array(entries.map { .integer($0.count) }),
        ]
    }
}

extension BenchCue {
    fileprivate func json(since origin: Instant) -> JSONValue {
        func time(_ instant: Instant?) -> JSONValue? { instant.map { .time($0 - origin) } }
        return .members([
            ("index", .integer(index)),
            ("name", .string(name)),
            ("outcome", .string(outcome.rawValue)),
            ("typed", time(typed)),
            ("cause", time(cause)),
            ("detected", time(detected)),
            ("triggered", time(triggered)),
            ("taken", time(taken)),
            ("predicted", time(predicted)),
            ("frame", frame.map { .integer(Int($0)) }),
            ("hapticPredicted", time(hapticPredicted)),
            ("measured", time(measured)),
            ("confidence", confidence.map(JSONValue.number)),
            ("gain", gain.map(JSONValue.number)),
            ("sure", isSure ? true : nil),
            ("doubt", doubt.map { .string($0.rawValue) }),
            ("injected", injected == .zero ? nil : .time(injected)),
            ("asked", time(asked)),
            ("flashed", time(flashed)),
            ("streamed", time(streamed)),
            ("replied", time(replied)),
            ("redrawn", time(redrawn)),
        ])
    }
}

extension BenchSummary {
    /// The member `summary` of docs/bench-schema.md, with durations in milliseconds.
    package var json: JSONValue {
        let verdict = verdict
        return .members([
            ("verdict", .string(verdict.line)),
            ("passes", .bool(verdict.passes)),
            ("remarks", .array(verdict.diagnostics.map(JSONValue.string))),
            ("cues", .integer(judgements.count)),
            ("within", .integer(judgements.count(where: \.isWithin))),
            ("measured", .integer(measuredCount)),
            ("predicted", .integer(predictedCount)),
            ("late", .array(late.map { .integer($0.cue.index) })),
            ("unheard", .array(unheard.map { .integer($0.cue.index) })),
            ("unsure", .array(judgements.filter(\.isUnsure).map { .integer($0.cue.index) })),
            ("torn", .array(torn.map { .integer($0.cue.index) })),
            ("unknown", .array(unknown.map { .integer($0.cue.index) })),
            ("latency", latency?.json),
            ("stages", .members(LatencySegment.allCases.map { ($0.rawValue, self[$0]?.json) })),
            ("gameCues", run.gameCues.isEmpty ? nil : .array(gameCues.map(\.json))),
        ])
    }
}

extension GameCueLatency {
    fileprivate var json: JSONValue {
        .members([
            ("name", .string(name)), ("scheduled", isScheduled ? true : nil),
            ("latency", latency.isEmpty ? nil : latency.json),
        ])
    }
}

extension DurationHistogram {
    /// The metrics, in milliseconds except for `count`.
    var json: JSONValue {
        var members: [(String, JSONValue?)] = [("count", .integer(count)), ("min", .number(shortest.milliseconds))]
        for column in MetricColumn.allCases where column != .count {
            members.append((column.rawValue, .number(column.value(of: self))))
        }
        return .members(members)
    }
}

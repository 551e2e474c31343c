import ThudCore

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
            ("drift", drift.map(JSONValue.number)),
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

import ThudCore

extension BenchSummary {
    /// The summary as it stands under `summary` in docs/bench-schema.md; lengths in milliseconds.
    public var json: JSONValue {
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
            ("unsure", .array(unsure.map { .integer($0.cue.index) })),
            ("latency", latency?.json),
            (
                "stages",
                .members(Stage.allCases.map { ($0.rawValue, self[$0]?.json) })
            ),
        ])
    }
}

extension Distribution {
    /// The figures, in milliseconds but for `count`.
    var json: JSONValue {
        var members: [(String, JSONValue?)] = [("count", .integer(count)), ("min", .number(least.milliseconds))]
        for column in FigureColumn.allCases where column != .count {
            members.append((column.rawValue, .number(column.value(of: self))))
        }
        return .members(members)
    }
}

import ThudCore

/// The tables of the page: the drawings' contents as text, and everything that is not drawn.
enum PageTables {
    /// The most cues that are listed. Remarkable ones are included wherever they occur.
    static let mostCues = 1000

    static func metrics(_ rows: [MetricTable.Row]) -> String {
        let cells = rows.map { title, histogram in [title] + MetricColumn.allCases.map { $0.text(of: histogram) } }
        return table(["ms"] + MetricColumn.allCases.map(\.title), cells)
    }

    static func ranges(_ summary: BenchSummary, _ latency: DurationHistogram) -> String {
        var soFar = 0
        let rows = Buckets(latency, most: 40, budget: summary.run.budget).buckets.filter { $0.count > 0 }.map {
            soFar += $0.count
            return ["\(Text.short($0.from)) – \(Text.short($0.to))", String($0.count), String(soFar)]
        }
        return folded("As a table", table(["ms", summary.nouns, "so far"], rows))
    }

    static func percentiles(_ summary: BenchSummary) -> String {
        let columns = Chart.lines(summary)
        let rows = [0.0, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 100].map { percent in
            [Text.short(percent) + " %"] + columns.map { Text.fixed($0.histogram.percentile(percent).milliseconds, 2) }
        }
        return folded("As a table", table(["percentile"] + columns.map { $0.style + " ms" }, rows))
    }

    /// Returns the cues. Of too many, those that are late, unsure or unheard come first, then others up to the limit.
    static func cues(_ summary: BenchSummary) -> String {
        let judgements = summary.judgements
        let remarkable = judgements.filter { !$0.isWithin || $0.isUnsure }.prefix(mostCues)
        let others = judgements.filter { $0.isWithin && !$0.isUnsure }.prefix(mostCues - remarkable.count)
        let shown = judgements.count <= mostCues ? judgements : Array(remarkable) + Array(others)
        let columns = columns(summary)
        let head = ["#", summary.noun] + columns.map(\.title) + ["signal to noise, dB", "gain", "outcome"]
        let rows = shown.map { judgement in
            let cue = judgement.cue
            return [String(cue.index), cue.name] + columns.map { milliseconds($0.segment.length(of: cue)) } + [
                cue.signalToNoise.map { Text.fixed(min($0, 120), 1) } ?? Text.absent,
                cue.gain.map { Text.fixed($0, 3) } ?? Text.absent, outcome(judgement),
            ]
        }
        let rest = judgements.count - shown.count
        return folded(
            "The \(summary.nouns), times in ms"
                + (rest > 0 ? " (\(shown.count) of \(judgements.count); all are in the JSON)" : ""),
            table(head, rows))
    }

    /// The latencies of each cue that are shown: those of a press as far as they were recorded.
    private static func columns(_ summary: BenchSummary) -> [(title: String, segment: LatencySegment)] {
        guard summary.run.program != nil else {
            return [
                ("input to output", .inputToOutput), ("predicted", .triggerToPredicted),
                ("measured", .triggerToMeasured),
            ]
        }
        return LatencySegment.shown(for: summary.run).filter { $0 != .sinkToDevice && summary[$0] != nil }
            .map { ($0.title, $0) }
    }

    static func xruns(_ run: BenchRun) -> String {
        guard !run.xruns.isEmpty else { return "" }
        let rows = run.xruns.prefix(mostCues).map {
            [Text.fixed(($0.instant - run.origin).seconds, 3), String($0.framesLost)]
        }
        return folded("The xruns", table(["s", "frames lost"], rows))
    }

    static func facts(_ facts: [BenchFact]) -> String {
        guard !facts.isEmpty else { return Markup.paragraph("not stated") }
        return "<dl>"
            + facts.map { "<div><dt>\(Markup.escaped($0.name))</dt><dd>\(Markup.escaped($0.value))</dd></div>" }
            .joined()
            + "</dl>"
    }

    static func changes(_ metrics: [MetricChange], from old: String, to new: String) -> String {
        let rows = metrics.map { metric in
            [
                metric.name, Text.fixed(metric.old.milliseconds, 2), Text.fixed(metric.new.milliseconds, 2),
                Text.fixed(metric.ratio, 2),
                Text.fixed(metric.confidence.lowerBound, 2) + " – " + Text.fixed(metric.confidence.upperBound, 2),
            ]
        }
        return table(["", "\(old), ms", "\(new), ms", "ratio", "95 % sure"], rows)
    }

    private static func outcome(_ judgement: CueJudgement) -> String {
        var words = [judgement.cue.outcome.rawValue]
        if judgement.latency != nil, !judgement.isWithin { words.append("over the budget") }
        if judgement.isUnsure { words.append("\(judgement.basis.rawValue): \((judgement.cue.doubt ?? .silent).words)") }
        if judgement.cue.injected != .zero {
            words.append("delayed by \(milliseconds(judgement.cue.injected)) ms on purpose")
        }
        return words.joined(separator: ", ")
    }

    private static func milliseconds(_ interval: Interval?) -> String {
        interval.map { Text.fixed($0.milliseconds, 2) } ?? Text.absent
    }

    /// Returns a table that scrolls by itself on narrow screens.
    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        let top = head.map { "<th scope=\"col\">\(Markup.escaped($0))</th>" }.joined()
        let body = rows.map { row in
            "<tr>"
                + row.enumerated().map { place, cell in
                    place == 0 ? "<th scope=\"row\">\(Markup.escaped(cell))</th>" : "<td>\(Markup.escaped(cell))</td>"
                }.joined() + "</tr>"
        }
        let name = Markup.escaped("Table: " + head.filter { !$0.isEmpty }.joined(separator: ", "))
        return
            "<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"\(name)\"><table><thead><tr>\(top)</tr>"
            + "</thead><tbody>"
            + body.joined(separator: "\n") + "</tbody></table></div>"
    }

    private static func folded(_ title: String, _ content: String) -> String {
        "<details><summary>\(Markup.escaped(title))</summary>\(content)</details>"
    }
}

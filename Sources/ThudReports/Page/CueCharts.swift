import ThudCore

extension Chart {
    /// The most points that each get a title with their cue. More are drawn as one path.
    private static let mostNamed = 400

    /// Charts the predicted and measured latency of each cue at its trigger time, and the xruns.
    static func series(_ summary: BenchSummary) -> Chart {
        let run = summary.run
        let lost = run.xruns.reduce(0) { $0 + $1.framesLost }
        // The xruns of another program are not known.
        let xruns =
            run.program != nil
            ? "" : run.xruns.isEmpty ? " No xrun." : " Xruns: \(run.xruns.count), frames lost: \(lost)."
        let trigger = run.program == nil ? "trigger" : "press"
        var legend = lines(summary).map(\.style)
        if !summary.late.isEmpty { legend.append("late") }
        if !run.xruns.isEmpty { legend.append("xrun") }
        return Chart(
            id: "series", title: run.program == nil ? "Cue by cue" : "Press by press",
            caption: "Latency from \(trigger) to output, at the time of each \(trigger)." + xruns,
            legend: legend.map { (style: $0, name: $0) }
        ) { drawn(summary, $0) }
    }

    /// The predicted and the measured latency, if they were recorded.
    static func lines(_ summary: BenchSummary) -> [(style: String, histogram: DurationHistogram)] {
        [("predicted", summary[.triggerToPredicted]), ("measured", summary[.triggerToMeasured])].compactMap {
            style, histogram in histogram.map { (style, $0) }
        }
    }

    private static func drawn(_ summary: BenchSummary, _ size: ChartSize) -> ChartCanvas {
        let run = summary.run
        let last = (run.cues.compactMap(\.triggered) + run.xruns.map(\.instant)).max() ?? run.origin
        let seconds = { (instant: Instant) in (instant - run.origin).seconds }
        let (predicted, measured) = (points(run, \.predictedLatency), points(run, \.measuredLatency))
        // Cues that were delayed on purpose are drawn, too.
        let longest = (predicted + measured).map(\.y).max() ?? 0
        var canvas = ChartCanvas(
            size, x: .linear(from: 0, to: seconds(last), about: size.ticksAcross), y: heights(longest, run.budget),
            xLabel: "s", yLabel: "ms")
        for xrun in run.xruns.prefix(1000) { canvas.upright(seconds(xrun.instant), "xrun") }
        canvas.budget(run.budget.milliseconds)
        canvas.points(predicted.map { ($0.x, $0.y) }, "predicted", dash: predicted.count > mostNamed ? 4 : 9)
        if measured.count > mostNamed { canvas.points(measured.map { ($0.x, $0.y) }, "measured") }
        let late = Set(summary.late.map(\.cue.index))
        for point in measured.isEmpty ? predicted : measured {
            let isLate = late.contains(point.cue.index)
            guard isLate || (measured.count <= mostNamed && !measured.isEmpty) else { continue }
            canvas.point(
                point.x, point.y, isLate ? "late" : "measured", radius: isLate ? 4 : 2.2,
                title: "#\(point.cue.index) \(Text.printable(point.cue.name)) \(Text.fixed(point.y, 2)) ms")
        }
        return canvas
    }

    /// Returns the cues that have the latency, with seconds since the run's origin and the latency in milliseconds.
    static func points(_ run: BenchRun, _ latency: (BenchCue) -> Interval?) -> [(cue: BenchCue, x: Double, y: Double)] {
        run.cues.compactMap { cue in
            guard let triggered = cue.triggered, let latency = latency(cue) else { return nil }
            return (cue, (triggered - run.origin).seconds, latency.milliseconds)
        }
    }

    /// One part of a cue's latency. The parts of a cue are stacked.
    private typealias Part = (style: String, name: String, length: (BenchCue) -> Interval?)

    private static var parts: [Part] {
        let stages = [LatencySegment.sensorToDetection, .detectionToTrigger, .triggerToTaken]
        return stages.enumerated().map { ("stage\($0 + 1)", $1.title, $1.length) }
            + [("stage4", "taken to output", takenToOutput)]
    }

    /// Charts the latency of each cue as stacked parts.
    static func segments(_ summary: BenchSummary) -> Chart? {
        let parts = parts.filter { part in summary.run.cues.contains { part.length($0) != nil } }
        guard !parts.isEmpty else { return nil }
        // As in the table of the stages, delays that were injected on purpose do not count.
        let undelayed = summary.run.cues.filter { $0.injected == .zero }
        let medians = parts.compactMap { part -> String? in
            let histogram = DurationHistogram(undelayed.compactMap(part.length))
            guard !histogram.isEmpty else { return nil }
            return "\(part.name) \(Text.fixed(histogram.percentile(50).milliseconds, 2)) ms"
        }
        return Chart(
            id: "stages", title: "Time per stage",
            caption: "The stages of each cue, stacked. Medians: " + medians.joined(separator: ", ") + "."
                + (summary.run.cues.count > columns(.narrow)
                    ? " If there is no room for every cue, the slowest of several neighbours is shown." : ""),
            legend: parts.map { ($0.style, $0.name) }
        ) { drawn(summary.run.cues, parts, $0) }
    }

    private static func columns(_ size: ChartSize) -> Int { size == .wide ? 400 : 140 }

    private static func drawn(_ cues: [BenchCue], _ parts: [Part], _ size: ChartSize) -> ChartCanvas {
        let shown = slowest(of: cues, parts, groups: columns(size))
        let totals = shown.map { total($0.cue, parts) }
        var canvas = ChartCanvas(
            size, x: .linear(from: 0.5, to: Double(cues.count) + 0.5, about: size.ticksAcross),
            y: .upwards(to: (totals.max() ?? 0) * 1.05, about: 5), xLabel: "cue", yLabel: "ms")
        let width = max(0.8, canvas.plotWidth / Double(max(1, shown.count)) * 0.82)
        var bases = [Double](repeating: 0, count: shown.count)
        for part in parts {
            var columns: [(x: Double, low: Double, high: Double)] = []
            for (place, item) in shown.enumerated() {
                guard let length = part.length(item.cue)?.milliseconds, length > 0 else { continue }
                columns.append((item.x, bases[place], bases[place] + length))
                bases[place] += length
            }
            canvas.columns(columns, width: width, part.style)
        }
        return canvas
    }

    /// Returns the cues to draw. If there are more cues than columns, each group of neighbours shows its slowest.
    private static func slowest(of cues: [BenchCue], _ parts: [Part], groups: Int) -> [(x: Double, cue: BenchCue)] {
        let group = (cues.count + groups - 1) / groups
        guard group > 1 else { return cues.enumerated().map { (Double($0 + 1), $1) } }
        return stride(from: 0, to: cues.count, by: group).compactMap { first in
            let end = min(first + group, cues.count)
            return cues[first..<end].max { total($0, parts) < total($1, parts) }
                .map { (Double(first + end + 1) / 2, $0) }
        }
    }

    private static func total(_ cue: BenchCue, _ parts: [Part]) -> Double {
        parts.reduce(0) { $0 + max(0, $1.length(cue)?.milliseconds ?? 0) }
    }

    /// Returns the time up to the measured output if that is certain, otherwise up to the predicted one.
    private static func takenToOutput(_ cue: BenchCue) -> Interval? {
        guard let taken = cue.taken, let triggered = cue.triggered,
            let latency = cue.measuredLatency ?? cue.predictedLatency
        else { return nil }
        return triggered + latency - taken
    }

    static func prediction(_ summary: BenchSummary) -> Chart? {
        guard let errors = summary[.predictionError] else { return nil }
        let isLarge = errors.count >= 100
        let ends = [errors.percentile(isLarge ? 1 : 0), errors.percentile(isLarge ? 99 : 100)].map {
            Text.fixed($0.milliseconds, 3)
        }
        return Chart(
            id: "prediction", title: "Prediction and measurement",
            caption:
                "Predicted minus measured output of each cue. Above zero the sound came earlier than predicted. "
                + "\(isLarge ? "98 of 100" : "All") lie between \(ends[0]) and \(ends[1]) ms.",
            legend: []
        ) { size in
            let points = points(summary.run) { LatencySegment.predictionError.length(of: $0) }
            let reach = max(0.1, abs(errors.shortest.milliseconds), abs(errors.longest.milliseconds)) * 1.1
            var canvas = ChartCanvas(
                size, x: .linear(from: 0, to: points.map(\.x).max() ?? 1, about: size.ticksAcross),
                y: .linear(from: -reach, to: reach, about: 5), xLabel: "s", yLabel: "ms")
            canvas.level(0, "zero", name: "")
            canvas.points(points.map { ($0.x, $0.y) }, "measured")
            return canvas
        }
    }
}

import ThudCore

extension Chart {
    /// Up to so many cues each point can be asked for its cue; more are drawn as one path.
    private static let mostNamed = 400

    /// The latency of each cue at the time of its trigger, predicted and measured, and the xruns.
    static func series(_ summary: BenchSummary) -> Chart {
        let run = summary.run
        let lost = run.xruns.reduce(0) { $0 + $1.framesLost }
        let xruns = run.xruns.isEmpty ? "No xrun." : "Xruns: \(run.xruns.count), frames lost: \(lost)."
        var legend = [("predicted", "predicted"), ("measured", "measured")].filter { style, _ in
            style == "predicted" ? summary[.triggerToPredicted] != nil : summary[.triggerToMeasured] != nil
        }
        if !summary.late.isEmpty { legend.append(("late", "late")) }
        if !run.xruns.isEmpty { legend.append(("xrun", "xrun")) }
        return Chart(
            id: "series", title: "Cue by cue",
            caption: "From trigger to output, each cue at the time of its trigger. " + xruns,
            legend: legend.map { (style: $0.0, name: $0.1) }
        ) { drawn(summary, $0) }
    }

    private static func drawn(_ summary: BenchSummary, _ size: ChartSize) -> ChartCanvas {
        let run = summary.run
        let last = (run.cues.compactMap(\.triggered) + run.xruns.map(\.instant)).max() ?? run.origin
        let seconds = { (instant: Instant) in (instant - run.origin).seconds }
        let greatest =
            [summary[.triggerToPredicted], summary[.triggerToMeasured]]
            .compactMap { $0?.greatest.milliseconds }.max() ?? 0
        var canvas = ChartCanvas(
            size, x: .linear(from: 0, to: seconds(last), about: size.ticksAcross), y: heights(greatest, run.budget),
            xLabel: "s", yLabel: "ms")
        for xrun in run.xruns.prefix(1000) { canvas.upright(seconds(xrun.instant), "xrun") }
        canvas.budget(run.budget.milliseconds)
        let predicted = points(run) { $0.predictedLatency }
        canvas.points(predicted.map { ($0.x, $0.y) }, "predicted", dash: predicted.count > mostNamed ? 4 : 9)
        let measured = points(run) { $0.measuredLatency }
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

    /// Seconds since the run's origin, and milliseconds of a latency, of the cues that have it.
    static func points(_ run: BenchRun, _ latency: (BenchCue) -> Interval?) -> [(cue: BenchCue, x: Double, y: Double)] {
        run.cues.compactMap { cue in
            guard let triggered = cue.triggered, let latency = latency(cue) else { return nil }
            return (cue, (triggered - run.origin).seconds, latency.milliseconds)
        }
    }
}

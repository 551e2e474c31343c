import ThudCore

extension Chart {
    /// How the judged latency is distributed, with its percentiles and the budget.
    static func histogram(_ summary: BenchSummary, _ latency: Distribution) -> Chart {
        let budget = summary.run.budget.milliseconds
        let figures =
            "half within \(Text.fixed(latency.percentile(50).milliseconds, 2)) ms, 99 of 100 within "
            + "\(Text.fixed(latency.percentile(99).milliseconds, 2)) ms, the worst "
            + "\(Text.fixed(latency.greatest.milliseconds, 2)) ms"
        return Chart(
            id: "distribution", title: "Distribution",
            caption: "From the \(summary.basisTitle): \(figures); the budget is \(Text.short(budget)) ms.", legend: []
        ) { size in
            drawn(
                Buckets(latency, most: size == .wide ? 40 : 20, budget: summary.run.budget), latency, budget: budget,
                style: summary.measuredCount == 0 ? "predicted" : "measured", size)
        }
    }

    private static func drawn(
        _ buckets: Buckets, _ latency: Distribution, budget: Double, style: String, _ size: ChartSize
    ) -> ChartCanvas {
        let low = buckets.buckets[0].from
        let high = buckets.buckets[buckets.buckets.count - 1].to
        // A budget that is far off would squeeze the bars into a corner.
        let reach = budget > high && budget <= high * 2 ? budget * 1.05 : high
        let x =
            buckets.isLogarithmic
            ? Axis.logarithmic(from: low, to: reach) : Axis.linear(from: low, to: reach, about: size.ticksAcross)
        var canvas = ChartCanvas(
            size, x: x, y: .upwards(to: Double(buckets.highest) * 1.15, about: 4), xLabel: "ms", yLabel: "cues")
        for bucket in buckets.buckets where bucket.count > 0 {
            canvas.bar(
                x: bucket.from, bucket.to, y: 0, Double(bucket.count), bucket.from >= budget ? "late" : style,
                title: "\(Text.short(bucket.from)) to \(Text.short(bucket.to)) ms: \(bucket.count)")
        }
        for (row, (name, percent)) in [("p50", 50.0), ("p99", 99.0)].enumerated() {
            let value = latency.percentile(percent).milliseconds
            canvas.upright(value, "percentile", name: "\(name) \(Text.fixed(value, 1))", row: row)
        }
        if x.contains(budget) {
            canvas.upright(budget, "budget", name: "budget \(Text.short(budget)) ms", row: 2)
        } else {
            canvas.note("budget \(Text.short(budget)) ms " + (budget > high ? "→" : "←"))
        }
        return canvas
    }
}

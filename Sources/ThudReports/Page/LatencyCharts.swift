import Glibc
import ThudCore

extension Chart {
    /// Charts the distribution of the judged latency, with its percentiles and the budget.
    static func histogram(_ summary: BenchSummary, _ latency: DurationHistogram) -> Chart {
        let budget = summary.run.budget.milliseconds
        let metrics =
            "half within \(Text.fixed(latency.percentile(50).milliseconds, 2)) ms, 99 of 100 within "
            + "\(Text.fixed(latency.percentile(99).milliseconds, 2)) ms, the worst "
            + "\(Text.fixed(latency.longest.milliseconds, 2)) ms"
        return Chart(
            id: "distribution", title: "Distribution",
            caption: "From the \(summary.basisTitle): \(metrics); the budget is \(Text.short(budget)) ms.", legend: []
        ) { size in
            drawn(
                Buckets(latency, most: size == .wide ? 40 : 20, budget: summary.run.budget), latency, budget: budget,
                style: summary.measuredCount == 0 ? "predicted" : "measured", nouns: summary.nouns, size)
        }
    }

    private static func drawn(
        _ buckets: Buckets, _ latency: DurationHistogram, budget: Double, style: String,
        nouns: String, _ size: ChartSize
    ) -> ChartCanvas {
        let low = buckets.buckets[0].from
        let high = buckets.buckets[buckets.buckets.count - 1].to
        // A budget that is distant, by the width of the bars, would squeeze them into a corner.
        let reach = budget > high && budget <= high + 2 * (high - low) ? budget * 1.05 : high
        let x =
            buckets.isLogarithmic
            ? Axis.logarithmic(from: low, to: reach) : Axis.linear(from: low, to: reach, about: size.ticksAcross)
        var canvas = ChartCanvas(
            size, x: x, y: .upwards(to: Double(buckets.highest) * 1.15, about: 4), xLabel: "ms", yLabel: nouns)
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

    /// Charts the latency that each share of the cues does not exceed. The tail is stretched: each further nine takes
    /// the same width, as in HdrHistogram's plotter.
    static func percentiles(_ summary: BenchSummary, _ latency: DurationHistogram) -> Chart {
        let series = lines(summary)
        return Chart(
            id: "percentiles", title: "Percentiles",
            caption:
                "The latency that each share of the \(summary.nouns) does not exceed. At 99 % one \(summary.noun) in a hundred "
                + "is slower.",
            legend: series.map { ($0.style, $0.style) }
        ) { size in
            let most = Double(max(series.map(\.histogram.count).max() ?? 1, 10))
            let longest = series.map(\.histogram.longest.milliseconds).max() ?? 0
            var canvas = ChartCanvas(
                size, x: axis(upTo: most), y: heights(longest, summary.run.budget), xLabel: "percentile", yLabel: "ms")
            for item in series { canvas.curve(curve(item.histogram), item.style) }
            canvas.budget(summary.run.budget.milliseconds)
            return canvas
        }
    }

    /// Returns the axis of 1 / (1 − p), from the first cue to one in `most`, with ticks at the nines.
    private static func axis(upTo most: Double) -> Axis {
        let marks = [(1.0, "0 %"), (2, "50 %"), (10, "90 %"), (100, "99 %"), (1000, "99.9 %"), (1e4, "99.99 %")]
        return Axis(
            low: 1, high: most, isLogarithmic: true,
            ticks: marks.filter { $0.0 <= most }.map { (value: $0.0, label: $0.1) })
    }

    /// Returns at most 400 points at equal distances along the axis.
    private static func curve(_ histogram: DurationHistogram) -> [(Double, Double)] {
        let count = Double(histogram.count)
        let steps = min(400, histogram.count)
        return (0...steps).map { step in
            let rest = pow(max(count, 1), -Double(step) / Double(steps))
            let latency = histogram.percentile((1 - rest) * 100).milliseconds
            return (1 / rest, step == steps ? histogram.longest.milliseconds : latency)
        }
    }

    /// Returns an axis up to the longest latency, or up to the budget if that is not far above.
    static func heights(_ longest: Double, _ budget: Interval) -> Axis {
        let reach = budget.milliseconds
        return .upwards(to: reach > longest && reach <= longest * 2.5 ? reach * 1.02 : longest * 1.08, about: 5)
    }
}

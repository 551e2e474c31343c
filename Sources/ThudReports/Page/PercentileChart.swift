import Glibc
import ThudCore

extension Chart {
    /// The latency that each share of the cues does not exceed, the tail drawn out: each nine is as wide as the last,
    /// as HdrHistogram's plotter draws it.
    static func percentiles(_ summary: BenchSummary, _ latency: Distribution) -> Chart {
        let series = [
            ("predicted", "predicted", summary[.triggerToPredicted]),
            ("measured", "measured", summary[.triggerToMeasured]),
        ].compactMap { style, name, distribution in distribution.map { (style: style, name: name, distribution: $0) } }
        return Chart(
            id: "percentiles", title: "Percentiles",
            caption:
                "The latency that each share of the cues does not exceed; the further right, the rarer: at 99 % one "
                + "cue in a hundred is slower.",
            legend: series.map { ($0.style, $0.name) }
        ) { size in
            let most = Double(max(series.map(\.distribution.count).max() ?? 1, 10))
            let greatest = series.map(\.distribution.greatest.milliseconds).max() ?? 0
            var canvas = ChartCanvas(
                size, x: axis(upTo: most), y: heights(greatest, summary.run.budget), xLabel: "percentile", yLabel: "ms")
            for item in series { canvas.curve(curve(item.distribution), item.style) }
            canvas.budget(summary.run.budget.milliseconds)
            return canvas
        }
    }

    /// 1 / (1 − p) from the first cue to one in `most`, marked at the nines.
    private static func axis(upTo most: Double) -> Axis {
        let marks = [(1.0, "0 %"), (2, "50 %"), (10, "90 %"), (100, "99 %"), (1000, "99.9 %"), (1e4, "99.99 %")]
        return Axis(
            low: 1, high: most, isLogarithmic: true,
            ticks: marks.filter { $0.0 <= most }.map { (value: $0.0, label: $0.1) })
    }

    /// At most 400 points at equal distances of the axis.
    private static func curve(_ distribution: Distribution) -> [(Double, Double)] {
        let count = Double(distribution.count)
        let steps = min(400, distribution.count)
        return (0...steps).map { step in
            let rest = pow(max(count, 1), -Double(step) / Double(steps))
            let latency = distribution.percentile((1 - rest) * 100).milliseconds
            return (1 / rest, step == steps ? distribution.greatest.milliseconds : latency)
        }
    }

    /// An axis up to the longest latency, and up to the budget where that is not far above.
    static func heights(_ greatest: Double, _ budget: Interval) -> Axis {
        let reach = budget.milliseconds
        return .upwards(to: reach > greatest && reach <= greatest * 2.5 ? reach * 1.02 : greatest * 1.08, about: 5)
    }
}

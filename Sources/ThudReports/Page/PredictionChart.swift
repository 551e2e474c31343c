import ThudCore

extension Chart {
    /// The engine's honesty: what it promised less what came.
    static func prediction(_ summary: BenchSummary) -> Chart? {
        guard let errors = summary[.predictionError] else { return nil }
        let ends = [errors.percentile(1), errors.percentile(99)].map { Text.fixed($0.milliseconds, 3) }
        return Chart(
            id: "prediction", title: "Prediction and truth",
            caption:
                "Predicted less measured output, cue by cue: above zero the sound came earlier than promised. 98 of "
                + "100 lie between \(ends[0]) and \(ends[1]) ms.",
            legend: []
        ) { size in
            let points = points(summary.run) { Stage.predictionError.length(of: $0) }
            let reach = max(0.1, abs(errors.least.milliseconds), abs(errors.greatest.milliseconds)) * 1.1
            var canvas = ChartCanvas(
                size, x: .linear(from: 0, to: points.map(\.x).max() ?? 1, about: size.ticksAcross),
                y: .linear(from: -reach, to: reach, about: 5), xLabel: "s", yLabel: "ms")
            canvas.level(0, "zero", name: "")
            canvas.points(points.map { ($0.x, $0.y) }, "measured")
            return canvas
        }
    }
}

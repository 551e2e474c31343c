import ThudCore

extension Chart {
    /// One part of a cue's way, as it is stacked.
    private struct Part: Sendable {
        let style: String
        let name: String
        let length: @Sendable (BenchCue) -> Interval?
    }

    private static let parts = [
        Part(style: "stage1", name: "sensor to detection", length: { Stage.sensorToDetection.length(of: $0) }),
        Part(style: "stage2", name: "detection to trigger", length: { Stage.detectionToTrigger.length(of: $0) }),
        Part(style: "stage3", name: "trigger to taken", length: { Stage.triggerToTaken.length(of: $0) }),
        Part(style: "stage4", name: "taken to output", length: { takenToOutput($0) }),
    ]

    /// The stages of each cue, one upon the other.
    static func stages(_ summary: BenchSummary) -> Chart? {
        let parts = parts.filter { part in summary.run.cues.contains { part.length($0) != nil } }
        guard !parts.isEmpty else { return nil }
        let medians = parts.compactMap { part -> String? in
            Distribution(summary.run.cues.compactMap(part.length)).map {
                "\(part.name) \(Text.fixed($0.percentile(50).milliseconds, 2)) ms"
            }
        }
        return Chart(
            id: "stages", title: "Where the time goes",
            caption: "The way of each cue, stage upon stage. Medians: " + medians.joined(separator: ", ") + "."
                + (summary.run.cues.count > columns(.narrow)
                    ? " Where there is no room for every cue, the slowest of its neighbours is shown." : ""),
            legend: parts.map { ($0.style, $0.name) }
        ) { drawn(summary.run.cues, parts, $0) }
    }

    /// So many cues fit side by side.
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

    /// Where there are more cues than columns, the slowest of each group of neighbours: what is bad is never hidden.
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

    /// Up to the measured output where that is certain, else to the predicted one.
    private static func takenToOutput(_ cue: BenchCue) -> Interval? {
        guard let taken = cue.taken, let triggered = cue.triggered,
            let latency = cue.measuredLatency ?? cue.predictedLatency
        else { return nil }
        return triggered + latency - taken
    }
}

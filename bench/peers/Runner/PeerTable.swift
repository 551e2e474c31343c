import Foundation

/// The results as Markdown.
struct PeerTable {
    /// A peer and its measurements.
    struct Row {
        let peer: Peer
        let metrics: PeerMetrics
    }

    /// In running order: Thud first, and last again.
    let rows: [Row]
    /// The peers that were not measured, with the reason.
    let skipped: [(name: String, reason: String)]

    /// Returns the tables and remarks.
    func markdown() -> String {
        var lines = [
            "| trigger to sink, ms | p50 | p95 | p99 | max | jitter | missed | p50 against Thud |",
            "|---|---:|---:|---:|---:|---:|---:|---:|",
        ]
        lines += rows.map { latencies($0) }
        lines += [
            "", "| what it costs | CPU idle, % | CPU playing, % | memory, MiB | ready, ms | first sound, ms |",
            "|---|---:|---:|---:|---:|---:|",
        ]
        lines += rows.map { costs($0) }
        lines += [
            "", "| against Thud | jitter | CPU idle | CPU playing | memory | ready |", "|---|---:|---:|---:|---:|---:|",
        ]
        lines += rows.dropFirst().map { ratios($0) }
        lines += [
            "",
            "How each was run: "
                + rows.dropLast().map { "\($0.peer.name): \($0.peer.settings)" }.joined(separator: "; ") + ".",
        ]
        if !skipped.isEmpty {
            lines += [""] + skipped.map { "Not measured: \($0.name), because \($0.reason)." }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var ours: PeerMetrics? { rows.first?.metrics }

    private func latencies(_ row: Row) -> String {
        let metrics = row.metrics
        let values = [50, 95, 99, 100].map { number(metrics.percentile($0)) } + [number(metrics.jitter)]
        let against = ratio(metrics.percentile(50), ours?.percentile(50))
        return line([row.peer.name] + values + ["\(metrics.missed)", against])
    }

    private func costs(_ row: Row) -> String {
        let metrics = row.metrics
        return line([
            row.peer.name, number(metrics.idle), number(metrics.playing), number(metrics.memory, places: 1),
            number(metrics.ready, places: 0), number(metrics.firstSound, places: 0),
        ])
    }

    private func ratios(_ row: Row) -> String {
        let metrics = row.metrics
        return line([
            row.peer.name, ratio(metrics.jitter, ours?.jitter), ratio(metrics.idle, ours?.idle),
            ratio(metrics.playing, ours?.playing), ratio(metrics.memory, ours?.memory),
            ratio(metrics.ready, ours?.ready),
        ])
    }

    private func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    private func number(_ value: Double?, places: Int = 2) -> String {
        value.map { String(format: "%.\(places)f", $0) } ?? "-"
    }

    private func ratio(_ value: Double?, _ base: Double?) -> String {
        guard let value, let base, base > 0 else { return "-" }
        return number(value / base) + " x"
    }
}

/// The predicted latencies of one of the game's own cues, triggered either at once or ahead.
package struct GameCueLatency: Hashable, Sendable {
    /// The name of the cue, such as `kape/correct`.
    package let name: String
    /// Whether the cue was scheduled. Its latency then counts from the instant for which it was scheduled.
    package let isScheduled: Bool
    package fileprivate(set) var latency = DurationHistogram()

    var title: String { Text.printable(name) + (isScheduled ? ", ahead" : "") }
}

extension BenchSummary {
    /// The game's own cues by name, with scheduled ones in separate groups.
    package var gameCues: [GameCueLatency] {
        let groups = Dictionary(grouping: run.gameCues) { GameCueLatency(name: $0.name, isScheduled: $0.asked != nil) }
        return groups.map { group, cues in
            var group = group
            group.latency = DurationHistogram(cues.compactMap(\.predictedLatency))
            return group
        }.sorted { $0.title < $1.title }
    }
}

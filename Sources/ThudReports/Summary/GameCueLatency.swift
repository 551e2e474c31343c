import ThudCore

/// How long one of the game's own cues took to the predicted output: all times that it was asked for at once, or ahead.
package struct GameCueLatency: Hashable, Sendable {
    /// The cue's name, `kape/correct`.
    package let name: String
    /// Whether it was asked for ahead, so that its latency counts from the instant for which it was.
    package let isScheduled: Bool
    package let latency: DurationHistogram

    var title: String { Text.printable(name) + (isScheduled ? ", ahead" : "") }
}

extension BenchSummary {
    /// The game's own cues by name, those that were asked for ahead apart.
    package var gameCues: [GameCueLatency] {
        let groups = Dictionary(grouping: run.gameCues) { Group(name: $0.name, isScheduled: $0.asked != nil) }
        return groups.map { group, cues in
            GameCueLatency(
                name: group.name, isScheduled: group.isScheduled,
                latency: DurationHistogram(cues.compactMap(\.predictedLatency)))
        }.sorted { $0.title < $1.title }
    }

    private struct Group: Hashable {
        let name: String
        let isScheduled: Bool
    }
}

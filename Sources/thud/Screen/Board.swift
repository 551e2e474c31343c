import ThudCore
import ThudGameKit
import ThudGameUI
import ThudRecords

struct Board {
    /// The scores, best first; of two equal scores the earlier comes first.
    private(set) var scores: [Score] = []
    /// The index of the latest score; nil if it is not on the board, or if a round without points has come after it.
    var latest: Int?

    /// Replaces the scores by the recorded ones, to which another program may have added. The latest of this program
    /// stays marked.
    mutating func replace(by recorded: [Score]) {
        latest = latest.flatMap { recorded.firstIndex(of: scores[$0]) }
        scores = recorded
    }

    /// Inserts a score and removes the last one if the board is full.
    mutating func add(_ score: Score) {
        let place = scores.firstIndex { ($0.score, $0.accuracy) < (score.score, score.accuracy) } ?? scores.endIndex
        scores.insert(score, at: place)
        if scores.count > RecordStore.leaderboardLength { scores.removeLast() }
        latest = scores.indices.contains(place) ? place : nil
    }

    var rows: [BoardRow] { scores.indices.map(row) }

    private func row(_ place: Int) -> BoardRow {
        let score = scores[place]
        let notes = [score.seconds.map { "\(Decimals.fixed($0, 1)) s" }, score.variant].compactMap(\.self)
        return BoardRow(
            score: score.score, player: score.player, notes: notes.joined(separator: ", "),
            day: "\(LocalDay(at: score.date))", isLatest: place == latest)
    }
}

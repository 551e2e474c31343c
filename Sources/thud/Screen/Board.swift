import ThudCore
import ThudGameUI
import ThudRecords

/// The leaderboard of a mode while a game is open.
struct Board {
    /// The best scores, the best first; the earlier of two equals stands first.
    private(set) var scores: [Score] = []
    /// The place of the score that was made last, from 0, where that is among them.
    private(set) var latest: Int?

    init(scores: [Score] = []) { self.scores = scores }

    /// Takes a score in at its place.
    mutating func add(_ score: Score) {
        let place =
            scores.firstIndex { ($0.score, $0.accuracy) < (score.score, score.accuracy) } ?? scores.endIndex
        scores.insert(score, at: place)
        if scores.count > RecordStore.leaderboardLength { scores.removeLast() }
        latest = scores.indices.contains(place) ? place : nil
    }
}

extension Board {
    /// All of it, the best first.
    var rows: [BoardRow] { scores.indices.map(row) }

    /// The score at a place from 0.
    private func row(_ place: Int) -> BoardRow {
        let score = scores[place]
        let notes = [score.seconds.map { "\(Decimals.fixed($0, 1)) s" }, score.variant].compactMap(\.self)
        return BoardRow(
            score: score.score, player: score.player, notes: notes.joined(separator: ", "),
            day: Day.text(of: score.date), isLatest: place == latest)
    }
}

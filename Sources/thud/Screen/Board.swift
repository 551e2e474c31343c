import ThudCore
import ThudGameUI
import ThudRecords

/// The leaderboard of a mode while a game is open.
struct Board {
    /// The best scores, the best first; the earlier of two equals stands first.
    private(set) var scores: [Score] = []
    /// The place of the score that was made last, from 0, where that is among them.
    private(set) var latest: Int?

    /// A leaderboard with the scores that were kept.
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

extension ResultContent.List {
    /// How many of the best a result shows, beside the score that was just made.
    private static let shown = 5

    /// The best of a leaderboard, and the score that was just made.
    init(_ board: Board) {
        let places = Array(board.scores.indices.prefix(Self.shown))
        let own = board.latest.map { places.contains($0) ? [] : [$0] } ?? []
        let entries = (places + own).map { place in
            let row = board.row(place)
            let words = [row.player.map { ShownName($0).text }, row.notes, row.day].compactMap(\.self)
            let mark = row.isLatest ? "▸ " : ""
            return "\(mark)\(place + 1).  \(row.score)  " + words.filter { !$0.isEmpty }.joined(separator: ", ")
        }
        self.init(
            mark: "★", phrase: Phrase("on the board"), colour: Neon.gold, entries: entries, count: board.scores.count)
    }
}

extension Board {
    /// All of it, the best first.
    var rows: [BoardRow] { scores.indices.map(row) }

    /// The score at a place from 0.
    fileprivate func row(_ place: Int) -> BoardRow {
        let score = scores[place]
        let notes = [score.seconds.map { "\(Decimals.fixed($0, 1)) s" }, score.variant].compactMap(\.self)
        return BoardRow(
            score: score.score, player: score.player, notes: notes.joined(separator: ", "),
            day: Day.text(of: score.date), isLatest: place == latest)
    }
}

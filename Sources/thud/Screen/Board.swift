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
            let score = board.scores[place]
            let notes = [
                score.player.map { ShownName($0).text }, score.seconds.map { "\(Decimals.fixed($0, 1)) s" },
                score.variant,
                Day.text(of: score.date),
            ].compactMap(\.self)
            let mark = place == board.latest ? "▸ " : ""
            return "\(mark)\(place + 1).  \(score.score)  " + notes.joined(separator: ", ")
        }
        self.init(
            mark: "★", phrase: Phrase("on the board"), colour: Neon.gold, entries: entries, count: board.scores.count)
    }
}

import ThudCore

/// A tournament: each player plays one round, in turn. With two or more players there are hand-overs.
package struct Tournament: Hashable, Sendable, Codable {
    /// The number of players in a tournament (PRD of the first game: up to five).
    package static let rivals = 2...5

    /// The names of the players, in the order of play.
    package let players: [String]
    /// The results of the rounds so far, in the order of play.
    package private(set) var results: [Outcome] = []

    /// Creates a tournament. Control characters are removed from the names, and a long name is cut at 40 characters. A
    /// blank one becomes `unnamed` and its number: `Player 1`. `results` are those of players who have already played.
    ///
    /// - Throws: `ThudError` for no players, more than five, or more results than players.
    package init(players: [String], unnamed: String = "Player", results: [Outcome] = []) throws(ThudError) {
        guard (1...Self.rivals.upperBound).contains(players.count) else {
            throw ThudError(
                .outsideLimits,
                "a tournament has \(Self.rivals.lowerBound) to \(Self.rivals.upperBound) players, not \(players.count)")
        }
        guard results.count <= players.count else { throw ThudError(.outsideLimits, "each player has one result") }
        self.players = PlayerName.shown(players, unnamed: unnamed)
        self.results = results
    }

    /// The index of the player who plays next. nil after all have played.
    package var current: Int? { isComplete ? nil : results.count }
    /// The name of the player who plays next. nil after all have played.
    package var nextPlayer: String? { current.map { players[$0] } }
    /// The name of the player who played last. nil before anyone has.
    package var lastPlayer: String? { results.isEmpty ? nil : players[results.count - 1] }
    package var isComplete: Bool { results.count == players.count }
    /// Whether anyone has a point.
    package var hasWinner: Bool { results.contains { $0.score > 0 } }

    /// Records the result of the current player. Does nothing after all have played.
    package mutating func add(result: Outcome) { if !isComplete { results.append(result) } }

    /// Begins another tournament of the same players.
    package mutating func beginAgain() { results = [] }

    /// Whether `init` would have made it.
    package var isPossible: Bool {
        (1...Self.rivals.upperBound).contains(players.count) && results.count <= players.count
            && PlayerName.shown(players, unnamed: "Player") == players
    }
}

package struct Standing: Hashable, Sendable {
    /// The place, from 1. Equals share one, and the places that they fill together are skipped.
    package let place: Int
    /// The player's index in the tournament's list.
    package let player: Int
    package let name: String
    package let score: Int
    /// The tiebreaker between equal scores, 0...1.
    package let accuracy: Double
}

extension Tournament {
    /// The players who have played, the best first: by score, then accuracy. Equals stay in the order of play.
    package var standings: [Standing] {
        let ranked = results.enumerated().sorted { $0.element.merit > $1.element.merit }
        var standings: [Standing] = []
        var place = 1
        for (position, (player, result)) in ranked.enumerated() {
            if position > 0, result.merit != ranked[position - 1].element.merit { place = position + 1 }
            standings.append(
                Standing(
                    place: place, player: player, name: players[player], score: result.score,
                    accuracy: result.accuracy))
        }
        return standings
    }
}

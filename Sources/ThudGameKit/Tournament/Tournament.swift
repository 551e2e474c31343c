import ThudCore

/// A tournament: each player plays one round, in turn.
///
/// A table of one is a round like any other; from two players on there is somebody to hand over to.
package struct Tournament: Hashable, Sendable, Codable {
    /// How many players a tournament has (PRD of the first game: up to five).
    package static let rivals = 2...5

    /// The names of the players, in the order of play.
    package let players: [String]
    /// The results of the rounds so far, in the order of play.
    package private(set) var results: [Outcome] = []

    /// A tournament of these players; control characters are removed and a long name is cut at 40 characters.
    ///
    /// - Parameters:
    ///   - unnamed: the word for a player: a blank name becomes `Player 1`, `Player 2`, ...
    ///   - results: of those who have played already.
    /// - Throws: `ThudError` for no players, more than five, or more results than players.
    package init(players: [String], unnamed: String = "Player", results: [Outcome] = []) throws(ThudError) {
        guard (1...Self.rivals.upperBound).contains(players.count) else {
            throw ThudError(
                .outsideLimits,
                "a tournament has \(Self.rivals.lowerBound) to \(Self.rivals.upperBound) players, not \(players.count)")
        }
        guard results.count <= players.count else {
            throw ThudError(.outsideLimits, "each player has one result")
        }
        self.players = PlayerName.shown(players, unnamed: unnamed)
        self.results = results
    }

    /// Who plays next, as an index into `players`; nil once all have played.
    package var current: Int? { isComplete ? nil : results.count }

    /// The name of who plays next; nil once all have played.
    package var nextPlayer: String? { current.map { players[$0] } }

    /// The name of who played last; nil before anybody has.
    package var lastPlayer: String? { results.isEmpty ? nil : players[results.count - 1] }

    package var isComplete: Bool { results.count == players.count }

    /// Takes down the result of the current player; once all have played nothing is added.
    package mutating func note(result: Outcome) {
        if !isComplete { results.append(result) }
    }
}

extension Tournament {
    private enum CodingKeys: String, CodingKey {
        case players, results
    }

    /// Restores a tournament.
    ///
    /// - Throws: `DecodingError` where there are no players or too many, or more results than players.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let players = try values.decode([String].self, forKey: .players)
        do throws(ThudError) {
            try self.init(players: players)
        } catch {
            throw values.corruption(at: .players, error.description)
        }
        results = try values.decode([Outcome].self, forKey: .results)
        guard results.count <= self.players.count else {
            throw values.corruption(at: .results, "each player has one result")
        }
    }
}

/// A player's place at the end of a tournament.
package struct Standing: Hashable, Sendable {
    /// The place, from 1; equals share one, and the places they fill together are passed over.
    package let place: Int
    /// The player's index in the tournament's list.
    package let player: Int
    package let name: String
    /// The points.
    package let score: Int
    /// What decided between equal scores, 0...1.
    package let accuracy: Double
}

extension Tournament {
    /// Those who have played, the best first: by score, then accuracy; equals in the order of play.
    package var standings: [Standing] {
        let ranked = results.enumerated().sorted { a, b in
            a.element.merit != b.element.merit ? a.element.merit > b.element.merit : a.offset < b.offset
        }
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

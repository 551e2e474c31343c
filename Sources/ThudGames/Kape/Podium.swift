/// A player's place at the end of a tournament.
public struct Standing: Hashable, Sendable {
    /// What a place earns (Kape PRD: 1 Legjendë, 2 and 3 silver and bronze, 4 and 5 Turist).
    public enum Title: String, Hashable, Sendable, CaseIterable {
        /// The first place, gold.
        case legend = "Legjendë"
        /// The second place.
        case silver = "Argjend"
        /// The third place.
        case bronze = "Bronz"
        /// Every other place.
        case tourist = "Turist"

        /// The title of a place, from 1.
        init(place: Int) {
            switch place {
            case 1: self = .legend
            case 2: self = .silver
            case 3: self = .bronze
            default: self = .tourist
            }
        }
    }

    /// The place, from 1; equals share one, and the places they fill together are passed over.
    public let place: Int
    /// Who it is, as an index into the tournament's players.
    public let player: Int
    /// The player's name.
    public let name: String
    /// How many cards were guessed.
    public let score: Int
    /// The share of answered cards that were guessed, 0...1.
    public let accuracy: Double
    /// What the place earns.
    public var title: Title { Title(place: place) }
}

extension Tournament {
    /// Those who have played, the best first: by score, then accuracy; equals in the order of play.
    public var standings: [Standing] {
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

extension KapeResult {
    /// What decides a place.
    fileprivate var merit: (score: Int, accuracy: Double) { (score, accuracy) }
}

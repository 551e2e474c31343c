/// How a round ended, as every game tells it: to the result's screen, the tournament, the scores and the report.
package struct Outcome: Hashable, Sendable, Codable {
    /// Something that the game tells of the round, for the report.
    package struct Fact: Hashable, Sendable, Codable {
        /// The values that a fact can have.
        package enum Value: Hashable, Sendable, Codable {
            case count(Int)
            case number(Double)
            case text(String)
            case list([String])
        }

        package let key: String
        package let value: Value

        package init(_ key: String, _ value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// What one of the players who share a round has made in it.
    package struct Share: Hashable, Sendable, Codable {
        package let player: String
        /// The points, from 0.
        package let score: Int

        /// The points of `player`; below zero they count as zero.
        package init(player: String, score: Int) {
            self.player = player
            self.score = max(0, score)
        }
    }

    /// The points, from 0.
    package let score: Int
    /// Decides between equal scores, 0...1: the greater is the better.
    package let accuracy: Double
    /// Who made the points of a round that players share; nil where one plays, and where nobody won.
    package let player: String?
    /// What each of those who shared the round has made; nil where one plays.
    package let shares: [Share]?
    /// The rank that the game gives, where it gives any.
    package let rank: String?
    /// How long it was played, in seconds; nil where the game tells no such time.
    package let seconds: Double?
    /// The variant that was played, by its option; nil where it was none.
    package let variant: String?
    /// How it ended in a short sentence, for a plain line and a screen reader.
    package let summary: String
    /// Everything else that the game tells.
    package let facts: [Fact]

    /// An outcome. A score below zero counts as zero, an accuracy outside of 0...1 becomes the nearest within.
    package init(
        score: Int, accuracy: Double = 0, player: String? = nil, shares: [Share]? = nil, rank: String? = nil,
        seconds: Double? = nil,
        variant: String? = nil, summary: String, facts: [Fact] = []
    ) {
        self.score = max(0, score)
        self.accuracy = accuracy >= 0 ? min(accuracy, 1) : 0
        self.player = player
        self.shares = shares
        self.rank = rank
        self.seconds = seconds
        self.variant = variant
        self.summary = summary
        self.facts = facts
    }

    /// Decides a place: the score first, then the accuracy.
    var merit: (score: Int, accuracy: Double) { (score, accuracy) }
}

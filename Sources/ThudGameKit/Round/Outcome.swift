/// The end of a round in a form common to all games, for the result screen, the tournament, the scores and the report.
package struct Outcome: Hashable, Sendable, Codable {
    /// A fact about the round for the report.
    package struct Fact: Hashable, Sendable, Codable {
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

    package struct Share: Hashable, Sendable, Codable {
        package let player: String
        package let score: Int

        /// Creates a share. Points below zero count as zero.
        package init(player: String, score: Int) {
            self.player = player
            self.score = max(0, score)
        }
    }

    package let score: Int
    /// The tiebreaker between equal scores, 0...1. Greater is better.
    package let accuracy: Double
    /// Who scored the points of a shared round. nil if one plays alone, and if nobody won.
    package let player: String?
    /// The results of all who shared the round. nil if one plays alone.
    package let shares: [Share]?
    package let rank: String?
    /// How long it was played, in seconds. nil if the game does not measure it.
    package let seconds: Double?
    /// The variant that was played, by its option. nil if there was none.
    package let variant: String?
    /// How it ended in a short sentence, for plain text and screen readers.
    package let summary: String
    package let facts: [Fact]

    /// Creates an outcome. A negative score counts as zero, and an accuracy outside 0...1 is clamped.
    package init(
        score: Int, accuracy: Double = 0, player: String? = nil, shares: [Share]? = nil, rank: String? = nil,
        seconds: Double? = nil, variant: String? = nil, summary: String, facts: [Fact] = []
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

    /// What decides a place: the score first, then the accuracy.
    var merit: (score: Int, accuracy: Double) { (score, accuracy) }
}

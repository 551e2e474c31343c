/// How a round ended, as every game tells it: to the result's screen, the tournament, the scores and the report.
public struct Outcome: Hashable, Sendable, Codable {
    /// Something that the game tells of the round, for the report.
    public struct Fact: Hashable, Sendable, Codable {
        /// The values that a fact can have.
        public enum Value: Hashable, Sendable, Codable {
            case count(Int)
            case number(Double)
            case text(String)
            case list([String])
        }

        /// Its key in the report; stable.
        public let key: String
        /// Its value.
        public let value: Value

        /// A fact.
        public init(_ key: String, _ value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// What one of the players who share a round has made in it.
    public struct Share: Hashable, Sendable, Codable {
        /// Who.
        public let player: String
        /// The points, from 0.
        public let score: Int

        /// The points of `player`; below zero they count as zero.
        public init(player: String, score: Int) {
            self.player = player
            self.score = max(0, score)
        }
    }

    /// The points, from 0.
    public let score: Int
    /// Decides between equal scores, 0...1: the greater is the better.
    public let accuracy: Double
    /// Who made the points of a round that players share; nil where one plays, and where nobody won.
    public let player: String?
    /// What each of those who shared the round has made; nil where one plays.
    public let shares: [Share]?
    /// The rank that the game gives, where it gives any.
    public let rank: String?
    /// How long it was played, in seconds; nil where the game tells no such time.
    public let seconds: Double?
    /// The variant that was played, by its option; nil where it was none.
    public let variant: String?
    /// How it ended in a short sentence, for a plain line and a screen reader.
    public let summary: String
    /// Everything else that the game tells.
    public let facts: [Fact]

    /// An outcome. A score below zero counts as zero, an accuracy outside of 0...1 becomes the nearest within.
    public init(
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

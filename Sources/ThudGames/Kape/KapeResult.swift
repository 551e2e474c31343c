/// How a round of Kape ended.
public struct KapeResult: Hashable, Sendable, Codable {
    /// What the score earns.
    public enum Rank: String, Hashable, Sendable, Codable, CaseIterable {
        /// More than eight cards guessed.
        case legend = "LEGJENDË"
        /// Anything less.
        case foreigner = "MISH I HUAJ"
    }

    /// The score that LEGJENDË must exceed (Kape UX, user journey 3).
    public static let legendAbove = 8

    /// The cards guessed, in order.
    public let got: [String]
    /// The cards passed, in order.
    public let passed: [String]
    /// All cards shown, in order, the unanswered last one included.
    public let seen: [String]

    /// A result from what happened to the cards.
    public init(got: [String], passed: [String], seen: [String]) {
        self.got = got
        self.passed = passed
        self.seen = seen
    }

    /// How many cards were guessed.
    public var score: Int { got.count }
    /// How many cards were passed.
    public var passes: Int { passed.count }
    /// The share of answered cards that were guessed, 0...1; 0 when none was answered.
    public var accuracy: Double { got.isEmpty ? 0 : Double(score) / Double(score + passes) }
    /// The rank.
    public var rank: Rank { score > Self.legendAbove ? .legend : .foreigner }
}

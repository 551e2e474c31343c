public import ThudGames

/// A deck as it stands in the list to choose from.
public struct DeckChoice: Hashable, Sendable {
    /// The name by which it is asked for.
    public let id: String
    /// The deck, or the sentence that says what is wrong with its file.
    public let outcome: Outcome
    /// Whether it still has to be unlocked.
    public var isLocked: Bool
    /// How many of its cards have been seen since it was last through.
    public var seen: Int
    /// Whether the player has added it.
    public let isOwn: Bool

    /// What became of its file.
    public enum Outcome: Hashable, Sendable {
        /// It can be played.
        case deck(Deck)
        /// It is broken: file, line and reason.
        case problem(String)
    }

    /// A deck to choose.
    public init(id: String, outcome: Outcome, isLocked: Bool, seen: Int, isOwn: Bool) {
        self.id = id
        self.outcome = outcome
        self.isLocked = isLocked
        self.seen = seen
        self.isOwn = isOwn
    }

    /// The deck, unless it is broken.
    public var deck: Deck? {
        if case .deck(let deck) = outcome { deck } else { nil }
    }
}

import Motion

/// Deals the cards of a deck in random order, each once before any comes again.
///
/// The order goes on from round to round; only when the deck is through is it shuffled anew, and then the last card
/// does not come first. It can be saved and restored.
public struct CardDealer: Hashable, Sendable, Codable {
    private let cards: [String]
    private var order: [Int] = []
    private var generator: SeededGenerator
    private var last: Int?

    /// A dealer of `cards`, whose order follows from `seed`; cards in `seen` come only once the others are through.
    public init(cards: [String], seed: UInt64, seen: Set<String> = []) {
        self.cards = cards
        generator = SeededGenerator(seed: seed)
        order = generator.shuffled(cards.indices.filter { !seen.contains(cards[$0]) })
    }

    /// How many cards come before the deck is shuffled anew.
    public var remaining: Int { order.count }

    /// The next card; nil only if there are no cards at all.
    public mutating func deal() -> String? {
        if order.isEmpty {
            order = generator.shuffled(Array(cards.indices))
            // Cards are dealt from the end.
            if order.count > 1, order.last == last { order.swapAt(0, order.count - 1) }
        }
        last = order.popLast()
        return last.map { cards[$0] }
    }
}

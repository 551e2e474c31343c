import ThudCore

/// Deals the cards of a deck in random order, each once before any repeats. The order continues from round to round.
/// Only an exhausted deck is shuffled again, without the last card coming first. A dealer can be saved and restored.
package struct CardDealer: Hashable, Sendable, Codable {
    private let cards: [String]
    private var order: [Int] = []
    private var generator: SeededGenerator
    private var last: Int?

    /// Creates a dealer of `cards` whose order follows from `seed`. Cards in `seen` come only after all others.
    package init(cards: [String], seed: UInt64, seen: Set<String> = []) {
        self.cards = cards
        generator = SeededGenerator(seed: seed)
        order = generator.shuffled(cards.indices.filter { !seen.contains(cards[$0]) })
    }

    /// The number of cards left before the deck is shuffled again.
    package var remaining: Int { order.count }

    /// Deals the next card. nil only if there are no cards at all.
    package mutating func deal() -> String? {
        if order.isEmpty {
            order = generator.shuffled(Array(cards.indices))
            // Cards are dealt from the end.
            if order.count > 1, order.last == last { order.swapAt(0, order.count - 1) }
        }
        last = order.popLast()
        return last.map { cards[$0] }
    }

    /// Whether the deck is of a valid size, and the order and the last card are of the deck, each card at most once.
    package var isPossible: Bool {
        cards.count <= Deck.mostCards && order.allSatisfy(cards.indices.contains) && Set(order).count == order.count
            && last.map(cards.indices.contains) != false
    }
}

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
}

extension CardDealer {
    /// Restores a dealer. Throws `DecodingError` if the order names a card outside the deck or repeats one, or if the
    /// deck is too big, because anyone may have written the file.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        cards = try values.decode([String].self, forKey: .cards)
        order = try values.decode([Int].self, forKey: .order)
        generator = try values.decode(SeededGenerator.self, forKey: .generator)
        last = try values.decodeIfPresent(Int.self, forKey: .last)
        guard cards.count <= Deck.mostCards else {
            throw values.corruption(at: .cards, "a deck has at most \(Deck.mostCards) cards")
        }
        guard order.allSatisfy(cards.indices.contains), Set(order).count == order.count else {
            throw values.corruption(at: .order, "each card to come is a card of the deck and comes once")
        }
        if let last, !cards.indices.contains(last) {
            throw values.corruption(at: .last, "the last card is a card of the deck")
        }
    }
}

extension KeyedDecodingContainer {
    /// Returns the error for a value that this program cannot have saved.
    package func corruption(at key: Key, _ description: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: description)
    }
}

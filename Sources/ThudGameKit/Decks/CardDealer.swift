import ThudCore

/// Deals the cards of a deck in random order, each once before any comes again.
///
/// The order goes on from round to round; only when the deck is through is it shuffled anew, and then the last card
/// does not come first. It can be saved and restored.
package struct CardDealer: Hashable, Sendable, Codable {
    private let cards: [String]
    private var order: [Int] = []
    private var generator: SeededGenerator
    private var last: Int?

    /// A dealer of `cards`, whose order follows from `seed`; cards in `seen` come only once the others are through.
    package init(cards: [String], seed: UInt64, seen: Set<String> = []) {
        self.cards = cards
        generator = SeededGenerator(seed: seed)
        order = generator.shuffled(cards.indices.filter { !seen.contains(cards[$0]) })
    }

    /// How many cards come before the deck is shuffled anew.
    package var remaining: Int { order.count }

    /// The next card; nil only if there are no cards at all.
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
    private enum CodingKeys: String, CodingKey {
        case cards, order, generator, last
    }

    /// Restores a dealer.
    ///
    /// - Throws: `DecodingError` where cards are to come that are not in the deck, or come twice, or where the deck is
    ///   larger than decks may be: what was saved comes from a file that anybody may have written.
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
    /// The error that a value cannot have been saved by this program.
    package func corruption(at key: Key, _ description: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: description)
    }
}

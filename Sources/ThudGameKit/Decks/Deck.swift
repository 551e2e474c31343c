import ThudCore

package struct Deck: Hashable, Sendable {
    /// How well a player must know the culture: levels, not stars (forehead game's UX, design inspiration).
    package enum Difficulty: String, Hashable, Sendable, CaseIterable {
        case eagle = "Shqipe"
        case beast = "Bishë"
        case legend = "Legjendë"
    }

    package static let mostCards = 10_000
    /// The most characters in one word: the longest that is readable from 2 m when a screen shows it on one line.
    package static let longestWord = 20
    package static let longestCard = 60

    /// The name on the command line, for example `gurbet`.
    package let id: String
    package let title: String
    package let description: String
    /// The description in English, for guests.
    package let gloss: String?
    package let icon: String
    package let difficulty: Difficulty
    /// The language of the cards as a BCP 47 tag: `sq`.
    package let language: String
    package let locked: Bool
    package let cards: [String]
    /// What cards mean in English, for guests. Not every card needs it.
    package let glosses: [String: String]

    /// Reads a deck from the bytes of a JSON file, which errors call `file`.
    package init(parsing bytes: [UInt8], file: String) throws(ThudError) {
        let root = try JSONReader(bytes, file: file)
        try root.requireOnly([
            "id", "title", "description", "gloss", "icon", "difficulty", "language", "locked", "cards", "glosses",
        ])
        id = try Self.text(root.member("id"))
        title = try Self.text(root.member("title"))
        description = try Self.text(root.member("description"))
        gloss = try root.optional("gloss").map { reader throws(ThudError) in try Self.text(reader) }
        icon = try Self.text(root.member("icon"))
        difficulty = try root.member("difficulty").choice()
        language = try Self.text(root.member("language"))
        locked = try root.optional("locked")?.bool() ?? false
        cards = try Self.cards(root.member("cards"))
        if let list = try root.optional("glosses") {
            glosses = try Self.glosses(list, of: cards)
        } else {
            glosses = [:]
        }
    }

    private static func cards(_ list: JSONReader) throws(ThudError) -> [String] {
        let elements = try list.elements()
        guard !elements.isEmpty else { throw list.error("the deck is empty; a round needs at least one card") }
        guard elements.count <= mostCards else {
            throw list.error("the deck has \(elements.count) cards, but at most \(mostCards) are allowed; split it")
        }
        var cards: [String] = []
        var lines: [String: Int] = [:]
        for element in elements {
            let card = try text(element)
            if let line = lines.updateValue(element.node.line, forKey: card.lowercased()) {
                throw element.error("the card `\(card)` is already on line \(line); remove one")
            }
            guard card.count <= longestCard else {
                throw element.error(
                    "the card has \(card.count) characters; at most \(longestCard) can be read from 2 m")
            }
            for word: Substring in card.split(separator: " ") where word.count > longestWord {
                throw element.error(
                    "the word `\(word)` has \(word.count) characters; at most \(longestWord) can be read from 2 m")
            }
            cards.append(card)
        }
        return cards
    }

    private static func glosses(_ list: JSONReader, of cards: [String]) throws(ThudError) -> [String: String] {
        let known = Set(cards)
        var glosses: [String: String] = [:]
        for (card, gloss) in try list.members() {
            guard known.contains(card) else { throw gloss.error("there is no card `\(card)` to explain") }
            glosses[card] = try text(gloss)
        }
        return glosses
    }

    /// Returns one line of visible text without surrounding blanks.
    private static func text(_ reader: JSONReader) throws(ThudError) -> String {
        let text = try reader.string()
        guard let first = text.first, let last = text.last else { throw reader.error(expected: "some text") }
        guard !first.isWhitespace, !last.isWhitespace, !text.contains(where: \.isNewline) else {
            throw reader.error("expected one line of text without spaces before or after it")
        }
        // The terminal would obey them as commands.
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw reader.error("expected text without control characters")
        }
        guard !text.unicodeScalars.contains(where: TypedText.acts) else {
            throw reader.error("expected text without characters that change the writing direction")
        }
        guard ShownText.isVisible(text) else {
            throw reader.error("expected visible text, found only invisible characters")
        }
        return text
    }
}

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

/// All decks, both the shipped ones and those that players made. A broken deck is listed with its error and does not
/// keep the others from being played.
package struct DeckShelf: Sendable {
    package enum Source: String, Hashable, Sendable, CaseIterable {
        case shipped
        case own
    }

    package struct Entry: Sendable {
        /// The deck's name on the command line, or the name of its file if it cannot be read.
        package let id: String
        package let path: String
        package let source: Source
        package let outcome: Result<Deck, ThudError>

        /// The deck. nil if it cannot be played.
        package var deck: Deck? { try? outcome.get() }
    }

    /// The decks, the shipped ones first, each folder sorted by file name.
    package private(set) var entries: [Entry] = []
    package private(set) var folderErrors: [ThudError] = []

    /// Reads every `.json` file of the folders, whatever the case of the ending. `shipped` holds the decks that come
    /// with the program. `own` holds the player's decks and need not exist.
    package init(shipped: String, own: String? = nil) {
        read(shipped, .shipped)
        if let own, SourceFile.exists(own) { read(own, .own) }
    }

    /// Returns the deck called `id`. A playable one takes precedence over a broken one.
    package subscript(id: String) -> Entry? {
        let named = entries.filter { $0.id == id }
        return named.first { $0.deck != nil } ?? named.first
    }

    package var problems: [ThudError] {
        folderErrors
            + entries.compactMap { entry in
                if case .failure(let error) = entry.outcome { error } else { nil }
            }
    }

    /// Whether a file of this name holds a deck: it ends in `.json`, in any case.
    package static func isDeck(fileName name: String) -> Bool { name.lowercased().hasSuffix(suffix) }

    private static let suffix = ".json"

    private mutating func read(_ folder: String, _ source: Source) {
        do throws(ThudError) {
            for name in try SourceFile.names(in: folder, endingIn: "") where Self.isDeck(fileName: name) {
                entries.append(entry(at: "\(folder)/\(name)", fileName: name, source))
            }
        } catch {
            folderErrors.append(error)
        }
    }

    private func entry(at path: String, fileName: String, _ source: Source) -> Entry {
        let name = String(fileName.dropLast(Self.suffix.count))
        do throws(ThudError) {
            let bytes = try SourceFile.read(path)
            let deck = try Deck(parsing: bytes, file: path)
            if let holder = entries.first(where: { $0.deck?.id == deck.id }) {
                throw try JSONReader(bytes, file: path).member("id")
                    .error("\(holder.path) also has the id `\(deck.id)`; choose another")
            }
            return Entry(id: deck.id, path: path, source: source, outcome: .success(deck))
        } catch {
            return Entry(id: name, path: path, source: source, outcome: .failure(error))
        }
    }
}

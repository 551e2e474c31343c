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
    /// The most Unicode scalars in any text. A single character can have any number of accents.
    package static let longestText = 2_000

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
        let cards = try Self.cards(root.member("cards"))
        let list = try root.optional("glosses")
        glosses = try list.map { reader throws(ThudError) in try Self.glosses(reader, of: cards) } ?? [:]
        self.cards = cards
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
        guard text.unicodeScalars.count <= longestText else {
            throw reader.error("the text has more than \(longestText) letters and accents; shorten it")
        }
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

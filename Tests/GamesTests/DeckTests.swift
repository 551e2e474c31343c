import Glibc
import Testing
import ThudCore
import ThudGames

@Suite struct DeckTests {
    @Test(arguments: ["mix", "ushqim", "gurbet", "vip"])
    func `the shipped decks are sound and big enough for an evening`(id: String) throws {
        let path = "\(#filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined())/Decks/kape/\(id).json"
        let deck = try Deck(parsing: try bytes(of: path), file: path)
        #expect(deck.id == id)
        #expect(deck.cards.count >= 80)
        #expect(Set(deck.cards.map { $0.lowercased() }).count == deck.cards.count)
        #expect(deck.language == "sq")
        #expect(deck.locked == (id == "vip"))
    }

    @Test func `a deck is read as it is written`() throws {
        let deck = try Deck(parsing: Array(text(cards: #"["Pite", "Golf 4"]"#).utf8), file: "deck.json")
        #expect(deck.title == "Provë")
        #expect(deck.icon == "🦅")
        #expect(deck.difficulty == .beast)
        #expect(deck.cards == ["Pite", "Golf 4"])
        #expect(!deck.locked)
    }

    @Test(arguments: [
        ("[]", "deck.json:3:11: cards: the deck is empty; a round needs at least one card"),
        (
            "[\"Pite\",\n\"Flija\",\n\"pite\"]",
            "deck.json:5:1: cards[2]: the card `pite` is there already, on line 3; remove one"
        ),
        ("[\"\"]", "deck.json:3:12: cards[0]: expected some text"),
        ("[\" Pite\"]", "deck.json:3:12: cards[0]: expected one line of text without blanks before or after it"),
        (
            "[\"Pitemespinaqedhemekungull\"]",
            "deck.json:3:12: cards[0]: the word `Pitemespinaqedhemekungull` has 25 characters; at most 20"
        ),
        (
            "[\"a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a\"]",
            "deck.json:3:12: cards[0]: the card has 61 characters; at most 60"
        ),
        (#"["a\u001B[2Jb"]"#, "deck.json:3:12: cards[0]: expected text without control characters"),
        (#"["a\u202Eb"]"#, "deck.json:3:12: cards[0]: expected text without characters that turn the direction"),
        (#"["\u2066a\u2069"]"#, "deck.json:3:12: cards[0]: expected text without characters that turn the direction"),
        (#"["\u200B"]"#, "deck.json:3:12: cards[0]: expected text that can be seen"),
        (#"["\u00AD\u200D"]"#, "deck.json:3:12: cards[0]: expected text that can be seen"),
        (#"["\u2800"]"#, "deck.json:3:12: cards[0]: expected text that can be seen"),
        ("[4]", "deck.json:3:12: cards[0]: expected a string, found a number"),
        ("4", "deck.json:3:11: cards: expected an array, found a number"),
        ("[\"a\"], \"colour\": \"red\"", "deck.json:3:28: colour: no such member is known here; known are id"),
    ])
    func `a bad deck names file, line, path and what is wrong`(cards: String, message: String) {
        let error = #expect(throws: SourceError.self) {
            try Deck(parsing: Array(text(cards: cards).utf8), file: "deck.json")
        }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "no error")")
    }

    @Test func `more than ten thousand cards are refused`() {
        let cards = "[" + (0...Deck.mostCards).map { "\"\($0)\"" }.joined(separator: ",") + "]"
        let error = #expect(throws: SourceError.self) {
            try Deck(parsing: Array(text(cards: cards).utf8), file: "deck.json")
        }
        #expect(error?.message == "10001 cards are more than the 10000 a deck may have; split it")
    }

    @Test func `a deck without a title or with an unknown difficulty is refused`() {
        let none = #expect(throws: SourceError.self) { try Deck(parsing: Array("{\"id\": \"a\"}".utf8), file: "d") }
        #expect(none?.message == "expected a member `title`, found none")
        let hard = text(cards: "[\"a\"]").replacing("Bishë", with: "Vështirë")
        let error = #expect(throws: SourceError.self) { try Deck(parsing: Array(hard.utf8), file: "d") }
        #expect(error?.path == "difficulty")
    }

    @Test(arguments: ["id", "title", "description", "icon"])
    func `a name that shows nothing is refused`(member: String) {
        let values = ["id": "test", "title": "Provë", "description": "Një provë.", "icon": "🦅"]
        let hidden = text(cards: "[\"a\"]").replacing("\"\(values[member] ?? "")\"", with: "\"\u{200B}\u{2800}\"")
        let error = #expect(throws: SourceError.self) { try Deck(parsing: Array(hidden.utf8), file: "d") }
        #expect(error?.path == member)
        #expect(error?.message.hasPrefix("expected text that can be seen") == true)
    }

    @Test func `joiners, accents and emoji of many parts are text like any other`() throws {
        let deck = try Deck(parsing: Array(text(cards: #"["👩‍👩‍👧", "می‌خواهم", "e\u0301", "❤️"]"#).utf8), file: "d")
        #expect(deck.cards.count == 4)
    }

    private func text(cards: String) -> String {
        """
        {"id": "test", "title": "Provë", "description": "Një provë.", "icon": "🦅",
         "difficulty": "Bishë", "language": "sq",
         "cards": \(cards)}
        """
    }

    private func bytes(of path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return bytes
    }
}

import Glibc
import Testing
import ThudCore
import ThudGameKit
import ThudKape
import ThudTestSupport

@Suite struct DeckTests {
    @Test(arguments: ["mix", "ushqim", "gurbet", "vip"])
    func `the shipped decks are valid and big enough for hours of play`(id: String) throws {
        let path = "\(#filePath.split(separator: "/").dropLast(5).map { "/" + $0 }.joined())/Decks/kape/\(id).json"
        let deck = try Deck(parsing: try bytes(of: path), file: path)
        #expect(deck.id == id)
        #expect(deck.cards.count >= 80)
        #expect(Set(deck.cards.map { $0.lowercased() }).count == deck.cards.count)
        #expect(deck.language == "sq")
        #expect(deck.gloss != nil)
        #expect(deck.locked == (id == "vip"))
    }

    @Test func `a deck is read as it is written`() throws {
        let deck = try Deck(parsing: Array(text(cards: #"["Pite", "Golf 4"]"#).utf8), file: "deck.json")
        #expect(deck.title == "Provë")
        #expect(deck.icon == "🦅")
        #expect(deck.difficulty == .beast)
        #expect(deck.cards == ["Pite", "Golf 4"])
        #expect(!deck.locked)
        let longest = #"["\#(String(repeating: "a", count: Deck.longestWord))"]"#
        #expect(try Deck(parsing: Array(text(cards: longest).utf8), file: "deck.json").cards.count == 1)
    }

    @Test(arguments: [
        ("[]", "deck.json:3:11: cards: the deck is empty; a round needs at least one card"),
        (
            "[\"Pite\",\n\"Flija\",\n\"pite\"]",
            "deck.json:5:1: cards[2]: the card `pite` is already on line 3; remove one"
        ),
        ("[\"\"]", "deck.json:3:12: cards[0]: expected some text"),
        ("[\" Pite\"]", "deck.json:3:12: cards[0]: expected one line of text without spaces before or after it"),
        (
            "[\"Pitemespinaqedhemekungull\"]",
            "deck.json:3:12: cards[0]: the word `Pitemespinaqedhemekungull` has 25 characters; at most 20"
        ),
        (
            "[\"a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a\"]",
            "deck.json:3:12: cards[0]: the card has 61 characters; at most 60"
        ),
        (#"["a\u001B[2Jb"]"#, "deck.json:3:12: cards[0]: expected text without control characters"),
        (#"["a\u202Eb"]"#, "deck.json:3:12: cards[0]: expected text without characters that change the writing"),
        (#"["\u2066a\u2069"]"#, "deck.json:3:12: cards[0]: expected text without characters that change the writing"),
        (#"["\u200B"]"#, "deck.json:3:12: cards[0]: expected visible text"),
        (#"["\u00AD\u200D"]"#, "deck.json:3:12: cards[0]: expected visible text"),
        (
            "[\"e" + String(repeating: "\u{301}", count: 2_000) + "\"]",
            "deck.json:3:12: cards[0]: the text has more than 2000 letters and accents; shorten it"
        ),
        (#"["\u2800"]"#, "deck.json:3:12: cards[0]: expected visible text"),
        ("[4]", "deck.json:3:12: cards[0]: expected a string, found a number"),
        ("4", "deck.json:3:11: cards: expected an array, found a number"),
        ("[\"a\"], \"colour\": \"red\"", "deck.json:3:28: colour: unknown member; choose one of id"),
    ])
    func `the error for a bad deck names file, line, path and problem`(cards: String, message: String) {
        let error = #expect(throws: ThudError.self) {
            try Deck(parsing: Array(text(cards: cards).utf8), file: "deck.json")
        }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "no error")")
    }

    @Test func `more than ten thousand cards are refused`() {
        let cards = "[" + (0...Deck.mostCards).map { "\"\($0)\"" }.joined(separator: ",") + "]"
        let error = #expect(throws: ThudError.self) {
            try Deck(parsing: Array(text(cards: cards).utf8), file: "deck.json")
        }
        #expect(error?.message == "the deck has 10001 cards, but at most 10000 are allowed; split it")
    }

    @Test func `a deck without a title or with an unknown difficulty is refused`() {
        let none = #expect(throws: ThudError.self) { try Deck(parsing: Array("{\"id\": \"a\"}".utf8), file: "d") }
        #expect(none?.message == "expected a member `title`, found none")
        let hard = text(cards: "[\"a\"]").replacing("Bishë", with: "Vështirë")
        let error = #expect(throws: ThudError.self) { try Deck(parsing: Array(hard.utf8), file: "d") }
        #expect(error?.place.path == "difficulty")
    }

    @Test(arguments: ["id", "title", "description", "icon"])
    func `an invisible text in a deck is refused`(member: String) {
        let values = ["id": "test", "title": "Provë", "description": "Një provë.", "icon": "🦅"]
        let hidden = text(cards: "[\"a\"]").replacing("\"\(values[member] ?? "")\"", with: "\"\u{200B}\u{2800}\"")
        let error = #expect(throws: ThudError.self) { try Deck(parsing: Array(hidden.utf8), file: "d") }
        #expect(error?.place.path == member)
        #expect(error?.message.hasPrefix("expected visible text") == true)
    }

    @Test func `joiners, accents and composite emoji are ordinary text`() throws {
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

@Suite struct DeckShelfTests {
    private let scratch: ScratchDirectory
    private let shipped: String
    private let own: String

    init() throws {
        scratch = try ScratchDirectory(prefix: "thud-decks")
        shipped = try scratch.directory("shipped")
        own = try scratch.directory("own")
        try scratch.write(deck("mix"), to: "shipped/mix.json")
        try scratch.write(deck("ushqim"), to: "shipped/ushqim.json")
    }

    private func deck(_ id: String) -> String {
        """
        {"id": "\(id)", "title": "T", "description": "D", "icon": "🦅", "difficulty": "Bishë", "language": "sq",
         "cards": ["a", "b"]}
        """
    }

    @Test func `shipped decks come first, then the player's own, by file name`() throws {
        try scratch.write(deck("zana"), to: "own/1.json")
        try scratch.write(deck("byrek"), to: "own/2.json")
        try scratch.write("not a deck", to: "own/notes.txt")
        let shelf = DeckShelf(shipped: shipped, own: own)
        #expect(shelf.entries.map(\.id) == ["mix", "ushqim", "zana", "byrek"])
        #expect(shelf.entries.map(\.source) == [.shipped, .shipped, .own, .own])
        #expect(shelf.problems.isEmpty)
        #expect(shelf["byrek"]?.path == own + "/2.json")
        #expect(shelf["nobody"] == nil)
    }

    @Test func `the extension of a deck's file may have any case`() throws {
        try scratch.write(deck("zana"), to: "own/mine.JSON")
        let shelf = DeckShelf(shipped: shipped, own: own)
        #expect(shelf["zana"]?.path == own + "/mine.JSON")
        try scratch.write("not a deck", to: "own/Other.Json")
        #expect(DeckShelf(shipped: shipped, own: own)["Other"]?.deck == nil)
        #expect(DeckShelf(shipped: shipped, own: own).problems.count == 1)
    }

    @Test func `a broken deck is reported with its line, and the others are playable`() throws {
        try scratch.write("{\n  \"id\": 7}", to: "own/broken.json")
        _ = try scratch.directory("own/folder.json")
        try scratch.write(deck("zana"), to: "own/zana.json")
        let shelf = DeckShelf(shipped: shipped, own: own)
        #expect(shelf.entries.compactMap(\.deck?.id) == ["mix", "ushqim", "zana"])
        #expect(shelf["broken"]?.deck == nil)
        let problems = shelf.problems.map(\.description)
        try #require(problems.count == 2)
        #expect(problems[0].hasPrefix("\(own)/broken.json:2:9: id: expected a string"))
        #expect(problems[1].contains("folder.json: cannot be read: it is not a regular file"))
        // A broken file that is named like a deck does not hide it.
        try scratch.write("{", to: "own/byrek.json")
        try scratch.write(deck("byrek"), to: "own/other.json")
        #expect(DeckShelf(shipped: shipped, own: own)["byrek"]?.path == own + "/other.json")
    }

    @Test func `the player's own deck cannot take the name of another`() throws {
        try scratch.write(deck("mix"), to: "own/mix.json")
        try scratch.write(deck("ushqim"), to: "own/mine.json")
        let shelf = DeckShelf(shipped: shipped, own: own)
        #expect(shelf["mix"]?.source == .shipped)
        #expect(shelf.entries.count == 4)
        #expect(
            shelf.problems.map(\.description) == [
                "\(own)/mine.json:1:8: id: \(shipped)/ushqim.json also has the id `ushqim`; choose another",
                "\(own)/mix.json:1:8: id: \(shipped)/mix.json also has the id `mix`; choose another",
            ])
    }

    @Test func `a missing folder of own decks is fine, but an unreadable one is reported`() throws {
        #expect(DeckShelf(shipped: shipped, own: scratch.file("nowhere")).problems.isEmpty)
        let file = try scratch.write("", to: "file")
        let shelf = DeckShelf(shipped: shipped, own: file)
        #expect(shelf.folderErrors.map(\.subject) == [file])
        #expect(shelf.entries.count == 2)
        #expect(DeckShelf(shipped: scratch.file("nowhere")).folderErrors.count == 1)
    }
}

@Suite struct CardDealerTests {
    private let cards = (0..<20).map { "card \($0)" }

    private func deal(_ count: Int, from dealer: inout CardDealer) -> [String] {
        (0..<count).compactMap { _ in dealer.deal() }
    }

    @Test func `every card comes once before any comes again`() {
        var dealer = CardDealer(cards: cards, seed: 1)
        for _ in 0..<5 { #expect(Set(deal(20, from: &dealer)).count == 20) }
    }

    @Test func `the seed decides the order`() {
        var first = CardDealer(cards: cards, seed: 1)
        var same = CardDealer(cards: cards, seed: 1)
        var other = CardDealer(cards: cards, seed: 2)
        let order = deal(60, from: &first)
        #expect(order == deal(60, from: &same))
        #expect(order != deal(60, from: &other))
    }

    @Test func `the last card of a deck is not the first of the next`() {
        for seed in 0..<100 as Range<UInt64> {
            var dealer = CardDealer(cards: ["a", "b", "c"], seed: seed)
            let dealt = deal(30, from: &dealer)
            #expect(zip(dealt, dealt.dropFirst()).allSatisfy { $0 != $1 })
        }
    }

    @Test func `cards seen in an earlier session come after all others`() {
        var dealer = CardDealer(cards: cards, seed: 3, seen: Set(cards.prefix(15)))
        #expect(dealer.remaining == 5)
        #expect(Set(deal(5, from: &dealer)) == Set(cards.suffix(5)))
        #expect(deal(20, from: &dealer).count == 20)
    }

    @Test func `an empty deck deals nothing, and a single card repeats`() {
        var none = CardDealer(cards: [], seed: 1)
        #expect(none.deal() == nil)
        var one = CardDealer(cards: ["a"], seed: 1)
        #expect(deal(3, from: &one) == ["a", "a", "a"])
    }
}

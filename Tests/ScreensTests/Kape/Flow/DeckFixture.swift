import ThudGames

@testable import ThudScreens

/// Decks to choose from: an open one, one that is locked, one that is broken.
enum DeckFixture {
    static let open = 0
    static let locked = 1
    static let broken = 2

    static func deck(_ id: String, title: String) throws -> Deck {
        let text = """
            {"id": "\(id)", "title": "\(title)", "description": "Çka e bën mëngjesin", "icon": "🥐",
            "difficulty": "Bishë", "language": "sq", "cards": ["Flija", "Byrek me kungull", "Tavë kosi"]}
            """
        return try Deck(parsing: Array(text.utf8), file: "\(id).json")
    }

    static func choices() throws -> [DeckChoice] {
        [
            DeckChoice(
                id: "ushqime", outcome: .deck(try deck("ushqime", title: "Ushqime")), isLocked: false, seen: 1,
                isOwn: false),
            DeckChoice(
                id: "gurbet", outcome: .deck(try deck("gurbet", title: "Gurbet")), isLocked: true, seen: 0,
                isOwn: false),
            DeckChoice(
                id: "i-prishur", outcome: .problem("i-prishur.json:4: the deck is empty"), isLocked: false, seen: 0,
                isOwn: true),
        ]
    }

    static func result(score: Int) -> KapeResult {
        KapeResult(got: (0..<score).map { "letra \($0)" }, passed: ["Golf 4"], seen: [])
    }
}

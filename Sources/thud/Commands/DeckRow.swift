import ThudCore
import ThudGames
import ThudRecords

/// A deck as `thud decks` shows it.
struct DeckRow {
    private let entry: DeckShelf.Entry
    private let seen: Int
    private let isUnlocked: Bool

    /// The deck of `entry` and what the records know of it.
    init(_ entry: DeckShelf.Entry, records: RecordStore) throws(ThudError) {
        self.entry = entry
        guard let deck = entry.deck else {
            seen = 0
            isUnlocked = false
            return
        }
        // Cards may have left the deck since they were seen.
        seen = try records.seen(deck: deck.id).intersection(deck.cards).count
        isUnlocked = deck.locked ? try records.isUnlocked(deck: deck.id) : true
    }

    /// The decks that can be played, in columns.
    static func table(_ rows: [DeckRow]) -> [String] {
        let cells = rows.compactMap(\.cells)
        let widths = (0..<columns).map { column in (cells.map { $0[column].count }.max() ?? 0) + 2 }
        return cells.map { cells in
            zip(cells, widths).map { Padding.left($0, $1) }.joined() + (cells.last ?? "")
        }
    }

    /// The columns that are padded; the last, where the deck comes from, is not.
    private static let columns = 7

    private var cells: [String]? {
        guard let deck = entry.deck else { return nil }
        return [
            deck.id, deck.title, counted(deck.cards.count, "card"), deck.difficulty.rawValue, deck.language,
            deck.locked ? (isUnlocked ? "unlocked" : "locked") : "open", "\(seen) of \(deck.cards.count) seen",
            entry.source == .shipped ? "shipped" : entry.path,
        ]
    }

    /// The deck as JSON; keys are stable. A broken one has its problem and no cards.
    var json: JSONValue {
        let deck = entry.deck
        var problem = JSONValue.null
        if case .failure(let error) = entry.outcome { problem = .string(error.description) }
        return [
            "id": .string(entry.id),
            "title": deck.map { .string($0.title) } ?? .null,
            "description": deck.map { .string($0.description) } ?? .null,
            "cards": deck.map { .integer($0.cards.count) } ?? .null,
            "seen": deck.map { _ in .integer(seen) } ?? .null,
            "difficulty": deck.map { .string($0.difficulty.rawValue) } ?? .null,
            "language": deck.map { .string($0.language) } ?? .null,
            "locked": deck.map { .bool($0.locked && !isUnlocked) } ?? .null,
            "source": .string(entry.source.rawValue),
            "path": .string(entry.path),
            "problem": problem,
        ]
    }
}

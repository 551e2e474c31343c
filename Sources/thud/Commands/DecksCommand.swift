import ArgumentParser
import ThudCore
import ThudGameKit
import ThudGames
import ThudRecords

struct DecksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "decks", example: "thud decks",
        about: "List, check and unlock decks of cards.",
        discussion: """
            Decks of your own are JSON files in $XDG_DATA_HOME/thud/decks (usually ~/.local/share/thud/decks), like \
            the shipped ones. `thud decks check FILE` checks a deck.
            """,
        subcommands: [List.self, Unlock.self, Check.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            "list", example: "thud decks --json",
            about: "List every deck with its cards, how many you have seen, whether it is locked, and its source.")

        @Flag(help: "Print the list as JSON.")
        var json = false

        func run() throws {
            let game = Games.withDecks
            let shelf = try Assets.find().shelf(of: game)
            let records = try DataFolder.recordsOrMemory()
            let rows = try shelf.entries.map { try DeckRow($0, of: game, records: records) }
            Console.result(isJSON: json, .array(rows.map(\.json)), DeckRow.table(rows))
            try DecksCommand.refuse(shelf.problems)
        }
    }

    struct Unlock: ParsableCommand {
        static let configuration = CommandConfiguration(
            "unlock", example: "thud decks unlock vip",
            about: "Unlock a deck permanently. It costs nothing.")

        @Argument(help: ArgumentHelp("Deck to unlock.", valueName: "name"), completion: .named("deck"))
        var deck = "vip"

        func run() throws {
            let path = try Assets.find().deckFile(deck, of: Games.withDecks, among: \.locked)
            let deck = try Deck(parsing: SourceFile.read(path), file: path)
            guard deck.locked else {
                Console.result("\(deck.title) is not locked.")
                return
            }
            try DataFolder.records().keep(.unlock(deck: deck.id, game: Games.withDecks))
            Console.result("\(deck.title) is unlocked. Everything in Thud is free.")
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            "check", example: "thud decks check mine.json",
            about: "Check decks and report the first problem of each with its line.")

        @Argument(help: ArgumentHelp("Deck files to check.", valueName: "file"), completion: .file())
        var files: [String]

        func run() throws {
            let shelf = try Assets.find().shelf(of: Games.withDecks)
            var problems: [ThudError] = []
            for file in files {
                do throws(ThudError) {
                    let deck = try Self.deck(in: file, on: shelf)
                    let cards = Count.of(deck.cards.count, "card")
                    Console.result("\(file): \(deck.title), \(cards), nothing wrong")
                } catch {
                    problems.append(error)
                }
            }
            try DecksCommand.refuse(problems)
        }

        /// Returns the deck in a file. The shelf judges its own files, since two decks there must not share an id. A
        /// file anywhere else is playable whatever its id.
        private static func deck(in file: String, on shelf: DeckShelf) throws(ThudError) -> Deck {
            let deck = try Deck(parsing: StandardInput.read(file), file: StandardInput.name(of: file))
            if let entry = shelf.entry(inFile: file) { return try entry.outcome.get() }
            if let holder = shelf.entries.first(where: { $0.deck?.id == deck.id }) {
                Console.remark(
                    "\(file): \(holder.path) also has the id `\(deck.id)`; change it before you add this deck to your own"
                )
            }
            return deck
        }
    }

    /// Prints each problem on its own line, as compilers do, and throws a bad-input error if there is any.
    private static func refuse(_ problems: [ThudError]) throws(ThudError) {
        guard !problems.isEmpty else { return }
        for problem in problems { Console.remark(problem.description) }
        throw ThudError(
            .badInput, problems.count == 1 ? "one deck cannot be played" : "\(problems.count) decks cannot be played")
    }
}

struct DeckRow {
    private let entry: DeckShelf.Entry
    private let seen: Int
    private let isUnlocked: Bool

    /// Creates a row from `entry` and what the records hold about its deck.
    init(_ entry: DeckShelf.Entry, of game: String, records: RecordStore) throws(ThudError) {
        self.entry = entry
        guard let deck = entry.deck else {
            seen = 0
            isUnlocked = false
            return
        }
        // Seen cards may have left the deck since.
        seen = try records.seen(deck: deck.id, of: game).intersection(deck.cards).count
        isUnlocked = deck.locked ? try records.isUnlocked(deck: deck.id, of: game) : true
    }

    static func table(_ rows: [DeckRow]) -> [String] {
        let cells = rows.compactMap(\.cells)
        let widths = (0..<columns).map { column in (cells.map { $0[column].count }.max() ?? 0) + 2 }
        return cells.map { cells in zip(cells, widths).map { Padding.left($0, $1) }.joined() + (cells.last ?? "") }
    }

    /// The number of padded columns; the last, the deck's source, is not padded.
    private static let columns = 7

    private var cells: [String]? {
        guard let deck = entry.deck else { return nil }
        return [
            deck.id, deck.title, Count.of(deck.cards.count, "card"), deck.difficulty.rawValue, deck.language,
            deck.locked ? (isUnlocked ? "unlocked" : "locked") : "open", "\(seen) of \(deck.cards.count) seen",
            entry.source == .shipped ? "shipped" : entry.path,
        ]
    }

    /// The deck as JSON with stable keys. A broken deck has a problem and no cards.
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

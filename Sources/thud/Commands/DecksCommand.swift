import ArgumentParser
import ThudCore
import ThudGames
import ThudRecords

/// `thud decks`: the decks of cards.
struct DecksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decks",
        abstract: """
            Example: thud decks

            The decks of cards: those that come with the program, and one's own.
            """,
        discussion: """
            Own decks are JSON files in $XDG_DATA_HOME/thud/decks (~/.local/share/thud/decks), written like \
            the shipped ones; `thud decks check FILE` says what is wrong with one.
            """,
        subcommands: [List.self, Unlock.self, Check.self], defaultSubcommand: List.self)

    /// `thud decks list`: what there is.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: """
                Example: thud decks --json

                Every deck: its cards, how many of them have been seen, whether it is locked, and where it comes from.
                """)

        @Flag(help: "The list as JSON.")
        var json = false

        func run() throws {
            let shelf = try Assets.find().shelf(of: "kape")
            let records = try DataFolder.recordsOrMemory()
            let rows = try shelf.entries.map { try DeckRow($0, records: records) }
            if json {
                Console.result(JSONValue.array(rows.map(\.json)).text(.pretty))
            } else {
                for line in DeckRow.table(rows) { Console.result(line) }
            }
            try DecksCommand.refuse(shelf.problems)
        }
    }

    /// `thud decks unlock`: opens a locked deck.
    struct Unlock: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unlock",
            abstract: """
                Example: thud decks unlock vip

                Unlock a deck, for good. Nothing is bought.
                """)

        @Argument(help: ArgumentHelp("The deck.", valueName: "name"))
        var deck = "vip"

        func run() throws {
            let path = try Assets.find().deckFile(deck, of: "kape", among: \.locked)
            let deck = try Deck(parsing: SourceFile.read(path), file: path)
            guard deck.locked else {
                Console.result("\(deck.title) is not locked.")
                return
            }
            try DataFolder.records().unlock(deck: deck.id)
            Console.result("\(deck.title) is unlocked. Nothing was bought, and nothing in Thud ever is.")
        }
    }

    /// `thud decks check`: what is wrong with a deck.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: """
                Example: thud decks check mine.json

                Say what is wrong with a deck, with the line and the reason.
                """)

        @Argument(help: ArgumentHelp("The files of the decks.", valueName: "file"))
        var files: [String]

        func run() throws {
            let shelf = try Assets.find().shelf(of: "kape")
            var problems: [ThudError] = []
            for file in files {
                do throws(ThudError) {
                    let deck = try Self.deck(in: file, on: shelf)
                    let cards = counted(deck.cards.count, "card")
                    Console.result("\(file): \(deck.title), \(cards), nothing wrong")
                } catch {
                    problems.append(error)
                }
            }
            try DecksCommand.refuse(problems)
        }

        /// The deck in a file: as the shelf has it where it stands there, since an id is good for one deck alone. One that
        /// stands elsewhere can be played from its file whatever its id.
        private static func deck(in file: String, on shelf: DeckShelf) throws(ThudError) -> Deck {
            let deck = try Deck(parsing: SourceFile.read(file), file: file)
            if let entry = shelf.entry(inFile: file) { return try entry.outcome.get() }
            if let holder = shelf.entries.first(where: { $0.deck?.id == deck.id }) {
                Console.remark(
                    "\(file): `\(deck.id)` is the id of \(holder.path); in the folder of your own decks it would need "
                        + "another")
            }
            return deck
        }
    }

    /// Tells every problem on a line of its own, as compilers do, and ends with bad input if there is any.
    private static func refuse(_ problems: [ThudError]) throws(ThudError) {
        guard !problems.isEmpty else { return }
        for problem in problems { Console.remark(problem.description) }
        throw ThudError(
            .badInput, problems.count == 1 ? "one deck cannot be played" : "\(problems.count) decks cannot be played")
    }
}

import ThudCore
import ThudGames

/// A deck that was asked for on the command line, and what it goes by.
///
/// One from a file that is on no shelf goes by the full path of the file: whatever it calls itself, it is no other deck,
/// its cards are counted for themselves, and a round with it is found again from any folder.
struct NamedDeck {
    let id: String
    let deck: Deck

    /// The deck that was asked for by its name or its file.
    ///
    /// - Throws: where there is none, where it is broken, and where it has to be unlocked first.
    init(_ name: String, of game: String, _ assets: Assets, _ shelf: DeckShelf) throws {
        deck = try assets.deck(name, of: game)
        let path = fullPath(try assets.deckFile(name, of: game))
        id = shelf.entry(inFile: path)?.deck?.id ?? path
    }

    /// The deck of a saved round, where it came from a file that can still be read.
    init?(saved id: String) {
        guard id.hasPrefix("/"), let bytes = try? SourceFile.read(id), let deck = try? Deck(parsing: bytes, file: id)
        else { return nil }
        self.id = id
        self.deck = deck
    }
}

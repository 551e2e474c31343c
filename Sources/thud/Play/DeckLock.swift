import ThudCore
import ThudGameKit
import ThudRecords

enum DeckLock {
    /// Throws (bad input) if `deck` is still locked.
    static func check(_ deck: Deck, of game: String) throws {
        guard deck.locked else { return }
        guard try DataFolder.records().isUnlocked(deck: deck.id, of: game) else {
            throw ThudError(
                .badInput, "the deck \(deck.id) is locked; `thud decks unlock \(deck.id)` unlocks it, free of charge")
        }
    }
}

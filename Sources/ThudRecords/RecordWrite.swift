internal import GRDB
import ThudCore

/// Something to be kept: a value that can wait its turn.
public enum RecordWrite: Hashable, Sendable {
    /// Preferences, as far as they differ from what they were: two programs at once then keep what each has changed.
    case preferences(Preferences, before: Preferences)
    /// A card has been seen.
    case seen(card: String, deck: String)
    /// The cards of a deck count as unseen again.
    case forgetSeen(deck: String)
    /// A deck has been unlocked.
    case unlock(deck: String)
    /// A round, in place of what was saved of the same round before.
    case saveRound(SavedRound)
    /// A round is over, or not wanted any more.
    case forgetRound(id: UInt64)
}

extension RecordStore {
    /// Writes one thing and waits until it is kept.
    public func keep(_ write: RecordWrite) throws(ThudError) { try keep([write]) }

    /// Writes these in order, all or none, and waits until they are kept.
    public func keep(_ writes: [RecordWrite]) throws(ThudError) {
        try write { db in
            for write in writes { try write.perform(in: db) }
        }
    }

    /// Notes that a card has been seen.
    public func note(seen card: String, deck: String) throws(ThudError) { try keep(.seen(card: card, deck: deck)) }

    /// Has the cards of a deck count as unseen.
    public func forgetSeen(deck: String) throws(ThudError) { try keep(.forgetSeen(deck: deck)) }

    /// Unlocks a deck, for good.
    public func unlock(deck: String) throws(ThudError) { try keep(.unlock(deck: deck)) }
}

extension RecordWrite {
    fileprivate func perform(in db: Database) throws {
        switch self {
        case .preferences(let preferences, let before):
            for (key, value) in preferences.rows(changedFrom: before) {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO preference (key, value) VALUES (?, ?)", arguments: [key, value])
            }
        case .seen(let card, let deck):
            try db.execute(sql: "INSERT OR IGNORE INTO seen (deck, card) VALUES (?, ?)", arguments: [deck, card])
        case .forgetSeen(let deck):
            try db.execute(sql: "DELETE FROM seen WHERE deck = ?", arguments: [deck])
        case .unlock(let deck):
            try db.execute(sql: "INSERT OR IGNORE INTO unlocked (deck) VALUES (?)", arguments: [deck])
        case .saveRound(let round):
            // The one saved last has the highest position.
            try db.execute(
                sql: "INSERT OR REPLACE INTO saved_round (id, version, round) VALUES (?, ?, ?)",
                arguments: [Int64(bitPattern: round.id), SavedRound.version, try round.text()])
        case .forgetRound(let id):
            try db.execute(sql: "DELETE FROM saved_round WHERE id = ?", arguments: [Int64(bitPattern: id)])
        }
    }
}

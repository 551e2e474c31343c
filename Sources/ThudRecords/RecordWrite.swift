internal import GRDB
import ThudCore
import ThudGameKit

/// A change to the records, as a value that can wait in a queue.
package enum RecordWrite: Hashable, Sendable {
    /// Writes only the preferences that differ from `before`, so that two programs keep each other's changes.
    case preferences(Preferences, before: Preferences)
    case seen(card: String, deck: String, game: String)
    /// Marks all cards of a deck as unseen.
    case forgetSeen(deck: String, game: String)
    case unlock(deck: String, game: String)
    /// Saves a round in place of its earlier save.
    case saveRound(SavedRound)
    /// Removes a round that is over or no longer wanted.
    case forgetRound(id: UInt64)
    case score(Score)
    /// Marks something as done for a day. Repeated writes change nothing.
    case dayDone(SavedDay, game: String)
    /// Unmarks something that was done for a day.
    case undoDay(SavedDay, game: String)
    /// Saves a value of a game in place of the one under the same key.
    case progress(game: String, key: String, version: Int, value: String)
}

extension RecordStore {
    /// Writes one change and waits until it is stored.
    package func keep(_ write: RecordWrite) throws(ThudError) { try keep([write]) }

    /// Writes the changes in order, all or none, and waits until they are stored.
    package func keep(_ writes: [RecordWrite]) throws(ThudError) {
        try write { db in for write in writes { try write.perform(in: db) } }
    }
}

extension RecordWrite {
    fileprivate func perform(in db: Database) throws {
        switch self {
        case .preferences(let preferences, let before):
            for (key, value) in preferences.rows(changedFrom: before) {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO preference (key, value) VALUES (?, ?)", arguments: [key, value])
            }
        case .seen(let card, let deck, let game):
            try db.execute(
                sql: "INSERT OR IGNORE INTO seen (game, deck, card) VALUES (?, ?, ?)", arguments: [game, deck, card])
        case .forgetSeen(let deck, let game):
            try db.execute(sql: "DELETE FROM seen WHERE game = ? AND deck = ?", arguments: [game, deck])
        case .unlock(let deck, let game):
            try db.execute(sql: "INSERT OR IGNORE INTO unlocked (game, deck) VALUES (?, ?)", arguments: [game, deck])
        case .saveRound(let round):
            // The round saved last gets the highest position.
            try db.execute(
                sql: "INSERT OR REPLACE INTO saved_round (id, game, version, round) VALUES (?, ?, ?, ?)",
                arguments: [Int64(bitPattern: round.id), round.game, round.version, try round.text()])
        case .forgetRound(let id):
            try db.execute(sql: "DELETE FROM saved_round WHERE id = ?", arguments: [Int64(bitPattern: id)])
        case .score(let score): try score.insert(into: db)
        case .dayDone(let done, let game):
            try db.execute(
                sql: "INSERT OR IGNORE INTO day_done (game, item, day, date) VALUES (?, ?, ?, ?)",
                arguments: [game, done.item, done.day, done.date])
        case .undoDay(let done, let game):
            try db.execute(
                sql: "DELETE FROM day_done WHERE game = ? AND item = ? AND day = ?",
                arguments: [game, done.item, done.day])
        case .progress(let game, let key, let version, let value):
            try db.execute(
                sql: "INSERT OR REPLACE INTO progress (game, key, version, value) VALUES (?, ?, ?, ?)",
                arguments: [game, key, version, value])
        }
    }
}

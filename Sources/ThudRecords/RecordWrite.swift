internal import GRDB
import ThudCore
import ThudGameKit

/// Something to be kept: a value that can wait its turn.
package enum RecordWrite: Hashable, Sendable {
    /// Preferences, as far as they differ from what they were: two programs at once then keep what each has changed.
    case preferences(Preferences, before: Preferences)
    case seen(card: String, deck: String, game: String)
    /// The cards of a deck count as unseen again.
    case forgetSeen(deck: String, game: String)
    case unlock(deck: String, game: String)
    /// A round, in place of what was saved of the same round before.
    case saveRound(SavedRound)
    /// A round is over, or not wanted any more.
    case forgetRound(id: UInt64)
    case score(Score)
    /// Something is done for a day, `2026-11-22`: once, however often it is written.
    case dayDone(DayDone)
    /// What was done for a day is taken back.
    case undoDay(DayDone)
    /// Something that a game wants to find again, in place of what it kept under the same key.
    case progress(game: String, key: String, version: Int, value: String)
}

extension RecordStore {
    /// Writes one thing and waits until it is kept.
    package func keep(_ write: RecordWrite) throws(ThudError) { try keep([write]) }

    /// Writes these in order, all or none, and waits until they are kept.
    package func keep(_ writes: [RecordWrite]) throws(ThudError) {
        try write { db in
            for write in writes { try write.perform(in: db) }
        }
    }

    package func note(seen card: String, deck: String, of game: String) throws(ThudError) {
        try keep(.seen(card: card, deck: deck, game: game))
    }

    /// Has the cards of a deck count as unseen.
    package func forgetSeen(deck: String, of game: String) throws(ThudError) {
        try keep(.forgetSeen(deck: deck, game: game))
    }

    package func unlock(deck: String, of game: String) throws(ThudError) { try keep(.unlock(deck: deck, game: game)) }
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
            // The one saved last has the highest position.
            try db.execute(
                sql: "INSERT OR REPLACE INTO saved_round (id, game, version, round) VALUES (?, ?, ?, ?)",
                arguments: [Int64(bitPattern: round.id), round.game, round.version, try round.text()])
        case .forgetRound(let id):
            try db.execute(sql: "DELETE FROM saved_round WHERE id = ?", arguments: [Int64(bitPattern: id)])
        case .score(let score): try score.insert(into: db)
        case .dayDone(let done):
            try db.execute(
                sql: "INSERT OR IGNORE INTO day_done (game, item, day, date) VALUES (?, ?, ?, ?)",
                arguments: [done.game, done.item, done.day, done.date])
        case .undoDay(let done):
            try db.execute(
                sql: "DELETE FROM day_done WHERE game = ? AND item = ? AND day = ?",
                arguments: [done.game, done.item, done.day])
        case .progress(let game, let key, let version, let value):
            try db.execute(
                sql: "INSERT OR REPLACE INTO progress (game, key, version, value) VALUES (?, ?, ?, ?)",
                arguments: [game, key, version, value])
        }
    }
}

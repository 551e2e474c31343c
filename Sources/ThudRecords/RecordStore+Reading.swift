internal import GRDB

extension RecordStore {
    /// The preferences; what was never chosen, or cannot be read, has its default.
    public func preferences() throws(RecordError) -> Preferences {
        try read { db in
            var rows: [String: String] = [:]
            let cursor = try Row.fetchCursor(db, sql: "SELECT key, value FROM preference")
            while let row = try cursor.next() {
                if let key = row.text(0), let value = row.text(1) { rows[key] = value }
            }
            return Preferences(rows: rows)
        }
    }

    /// The cards of a deck that have been seen.
    public func seen(deck: String) throws(RecordError) -> Set<String> {
        try read { db in
            var cards: Set<String> = []
            let cursor = try Row.fetchCursor(db, sql: "SELECT card FROM seen WHERE deck = ?", arguments: [deck])
            while let row = try cursor.next() {
                if let card = row.text(0) { cards.insert(card) }
            }
            return cards
        }
    }

    /// Whether a deck has been unlocked.
    public func isUnlocked(deck: String) throws(RecordError) -> Bool {
        try read { db in
            try Row.fetchOne(db, sql: "SELECT 1 FROM unlocked WHERE deck = ?", arguments: [deck]) != nil
        }
    }
}

extension Row {
    /// The text of a column; nil where there is something else, since anybody may have written the file.
    func text(_ column: Int) -> String? { String.fromDatabaseValue(self[column]) }

    /// The whole number of a column; nil where there is something else.
    func integer(_ column: Int) -> Int64? { Int64.fromDatabaseValue(self[column]) }
}

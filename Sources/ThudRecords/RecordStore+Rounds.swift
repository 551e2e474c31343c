import Foundation
internal import GRDB

extension RecordStore {
    /// The round that was saved last, of those that this version can read.
    ///
    /// A round that cannot be read is moved to a table of its own, where it is kept, and told once; one that a newer
    /// version has saved stays where it is.
    ///
    /// - Parameter isFree: of the rounds that no living program has claimed.
    /// - Returns: the round, and a sentence for the player where another could not be read.
    public func savedRound(isFree: Bool = false) throws(RecordError) -> (round: SavedRound?, notice: String?) {
        let rows = try read { db in
            try Row.fetchAll(db, sql: "SELECT position, version, round FROM saved_round ORDER BY position DESC")
        }
        var notice: String?
        for row in rows {
            guard row.integer(1).map({ $0 <= SavedRound.version }) ?? true else {
                notice = "a newer version of thud has saved a round; it is kept for that version"
                continue
            }
            do {
                let round = try SavedRound(row)
                if isFree, claim?.isTaken(round.id) == true { continue }
                return (round, notice)
            } catch {
                try keepUnreadable(row.integer(0), reason: "\(error)")
                notice = "a saved round cannot be read and is not offered; it is kept in \(path)"
            }
        }
        return (nil, notice)
    }

    /// Claims a round until the end of the program or the next claim: while it is played here, no other program offers it.
    /// Does not wait for the disk.
    ///
    /// - Returns: false where another program is playing it.
    public func claim(round id: UInt64) -> Bool { claim?.claim(id) ?? true }

    private func keepUnreadable(_ position: Int64?, reason: String) throws(RecordError) {
        try write { db in
            try db.execute(
                sql: """
                    INSERT INTO unreadable_round (version, round, reason)
                        SELECT version, round, ? FROM saved_round WHERE position = ?
                    """, arguments: [reason, position])
            try db.execute(sql: "DELETE FROM saved_round WHERE position = ?", arguments: [position])
        }
    }
}

extension SavedRound {
    /// The round in a row of position, version and text.
    fileprivate init(_ row: Row) throws {
        guard let text = row.text(2) else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no text"))
        }
        self = try JSONDecoder().decode(SavedRound.self, from: Data(text.utf8))
    }

    /// The round as text.
    func text() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
}

import Foundation
internal import GRDB
import ThudCore
public import ThudGameKit
public import ThudKape

/// A round that was interrupted: all that it takes to go on.
public struct SavedRound: Hashable, Sendable, Codable {
    /// Which round it is: saved again it replaces what was saved of it before, and no other.
    public let id: UInt64
    /// The name of the deck, or the full path of its file.
    public let deck: String
    /// The length of the whole round in seconds, 1...3600.
    public let seconds: Double
    /// The cards, the score and the time that is left.
    public var progress: KapeProgress
    /// The tournament that the round belongs to.
    public var tournament: Tournament?

    /// A round to be saved; without an `id` it is one that has not been saved before. A length that no round has
    /// becomes the nearest that one has.
    public init(
        id: UInt64 = .random(in: .min ... .max), deck: String, seconds: Double, progress: KapeProgress,
        tournament: Tournament? = nil
    ) {
        self.id = id
        self.deck = deck
        self.seconds = seconds.isNaN ? Preferences().seconds : seconds.clamped(to: Preferences.lengths)
        self.progress = progress
        self.tournament = tournament
    }
}

extension SavedRound {
    /// The version of the text in which rounds are saved.
    static let version = 1

    private enum CodingKeys: String, CodingKey {
        case id, deck, seconds, progress, tournament
    }

    /// Restores a round.
    ///
    /// - Throws: `DecodingError` where it is none that this program could have saved.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(UInt64.self, forKey: .id)
        deck = try values.decode(String.self, forKey: .deck)
        seconds = try values.decode(Double.self, forKey: .seconds)
        progress = try values.decode(KapeProgress.self, forKey: .progress)
        tournament = try values.decodeIfPresent(Tournament.self, forKey: .tournament)
        guard Preferences.lengths.contains(seconds) else {
            throw DecodingError.dataCorruptedError(
                forKey: .seconds, in: values, debugDescription: "a round takes 1 to 3600 seconds")
        }
    }
}

extension RecordStore {
    /// The round that was saved last, of those that this version can read.
    ///
    /// A round that cannot be read is moved to a table of its own, where it is kept, and told once; one that a newer
    /// version has saved stays where it is.
    ///
    /// - Parameter isFree: of the rounds that no living program has claimed.
    /// - Returns: the round, and a sentence for the player where another could not be read.
    public func savedRound(isFree: Bool = false) throws(ThudError) -> (round: SavedRound?, notice: String?) {
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

    private func keepUnreadable(_ position: Int64?, reason: String) throws(ThudError) {
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

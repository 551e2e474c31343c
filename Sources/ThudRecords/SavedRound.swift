// Rounds are read and written by Foundation, which the database brings along anyway. JSONReader holds numbers exactly
// only up to 2^53, but a round's ID and its generators use 64 bits, so a `Decoder` over it cannot read stored rounds.
// With its `Encoder` it took 261 lines, and 2.5 times as long as BenchRun's own reading of 20,000 cues.

import FoundationEssentials
internal import GRDB
import ThudCore
import ThudGameKit

/// An interrupted round with everything needed to resume it.
package struct SavedRound: Hashable, Sendable {
    /// Identifies the round. Saving it again replaces its earlier save only.
    package let id: UInt64
    package let game: String
    package let version: Int
    package let mode: String
    /// The name of the deck, or the full path of its file; nil in a game without cards.
    package let deck: String?
    /// The length of the whole round in seconds, 1...3600.
    package let seconds: Double
    package var state: SuspendedRound
    package var tournament: Tournament?
    /// Whether it is the round of a day.
    package let isDaily: Bool

    /// Creates a round to be saved; the default `id` marks a new one. The length is clamped to the permitted range.
    package init(
        id: UInt64 = .random(in: .min ... .max), of game: GameDescription, mode: String, deck: String?,
        seconds: Double, state: SuspendedRound, tournament: Tournament? = nil, isDaily: Bool = false
    ) {
        self.id = id
        self.game = game.name
        version = game.version
        self.mode = mode
        self.deck = deck
        self.seconds = seconds.isNaN ? Preferences().seconds : seconds.clamped(to: Preferences.lengths)
        self.state = state
        self.tournament = tournament
        self.isDaily = isDaily
    }
}

/// Decodes the text of a round. If an earlier version of the game saved it, the game reads it.
private struct SavedText<Saved: Game>: Decodable {
    let saved: SavedState<Saved.Rules>

    init(from decoder: any Decoder) throws {
        let former = CodingUserInfoKey.formerVersion.flatMap { decoder.userInfo[$0] as? Int }
        saved =
            try former.map { try Saved.restoreFormer(version: $0, from: decoder) } ?? SavedState(from: decoder)
    }
}

extension CodingUserInfoKey { fileprivate static let formerVersion = CodingUserInfoKey(rawValue: "former-version") }

extension RecordStore {
    /// Returns the round of a game that was saved last, among those that this version can read.
    ///
    /// An unreadable round is moved to a separate table and reported once. A newer version's round stays in its place.
    ///
    /// - Parameter isFree: whether to skip rounds that another running program has claimed.
    /// - Returns: the round, and a sentence for the player if another round could not be read.
    package func savedRound(
        of game: any Game.Type, isFree: Bool = false
    ) throws(ThudError) -> (round: SavedRound?, notice: String?) {
        let rows = try read { db in
            try Row.fetchAll(
                db, sql: "SELECT position, version, round FROM saved_round WHERE game = ? ORDER BY position DESC",
                arguments: [game.description.name])
        }
        var notice: String?
        for row in rows {
            guard row.integer(1).map({ $0 <= Int64(game.description.version) }) ?? true else {
                notice = "a newer version of thud saved a round, which is kept for that version"
                continue
            }
            do {
                let round = try SavedRound.read(row, game)
                if isFree, claim?.isTaken(round.id) == true { continue }
                return (round, notice)
            } catch {
                try keepUnreadable(row.integer(0), reason: "\(error)")
                notice = "a saved round cannot be read, so it cannot be continued; it is kept in \(path)"
            }
        }
        return (nil, notice)
    }

    /// Claims a round until the next claim or the end of the program; no other program offers it. Never waits for the
    /// disk. Returns false if another program is playing it.
    package func claim(round id: UInt64) -> Bool { claim?.claim(id) ?? true }

    /// Claims a game's data until `releaseBook` or the end of the program; no other changes it. Never waits for the
    /// disk. Returns false if another program has claimed it.
    package func claimBook(of game: String) -> Bool {
        // FNV-1a (Fowler, Noll and Vo), 64 bits, gives the same number for a name in every program.
        let id = game.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return book?.claim(id) ?? true
    }

    /// Releases the claim on the game's data.
    package func releaseBook() { book?.release() }

    private func keepUnreadable(_ position: Int64?, reason: String) throws(ThudError) {
        try write { db in
            try db.execute(
                sql: """
                    INSERT INTO unreadable_round (game, version, round, reason)
                        SELECT game, version, round, ? FROM saved_round WHERE position = ?
                    """, arguments: [reason, position])
            try db.execute(sql: "DELETE FROM saved_round WHERE position = ?", arguments: [position])
        }
    }
}

extension SavedRound {
    /// Decodes the round in a row of position, version and text.
    fileprivate static func read<Saved: Game>(_ row: Row, _ game: Saved.Type) throws -> SavedRound {
        func refuse(_ reason: String) -> DecodingError {
            .dataCorrupted(.init(codingPath: [], debugDescription: reason))
        }
        guard let text = row.text(2), let version = row.integer(1) else { throw refuse("no text or no version") }
        let decoder = JSONDecoder()
        if version != Int64(game.description.version), let key = CodingUserInfoKey.formerVersion {
            decoder.userInfo[key] = Int(version)
        }
        let saved = try decoder.decode(SavedText<Saved>.self, from: Data(text.utf8)).saved
        guard saved.state.isSuspended, saved.tournament?.isPossible != false,
            Preferences.lengths.contains(saved.seconds)
        else { throw refuse("no version of thud saves such a round") }
        return SavedRound(
            id: saved.id, of: game.description, mode: saved.mode, deck: saved.deck, seconds: saved.seconds,
            state: SuspendedRound(saved.state), tournament: saved.tournament, isDaily: saved.isDaily ?? false)
    }

    func text() throws -> String {
        func encoded(_ state: some Round) throws -> Data {
            try JSONEncoder().encode(
                SavedState(
                    id: id, mode: mode, deck: deck, seconds: seconds, tournament: tournament,
                    isDaily: isDaily ? true : nil, state: state))
        }
        return String(decoding: try encoded(state.round), as: UTF8.self)
    }
}

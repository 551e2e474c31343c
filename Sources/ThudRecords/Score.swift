internal import GRDB
import ThudCore

/// A round's score on a leaderboard.
package struct Score: Hashable, Sendable {
    package let game: String
    /// The version of its rules: scores under other rules are no measure.
    package let version: Int
    /// The mode, which has a leaderboard of its own.
    package let mode: String
    /// The points.
    package let score: Int
    /// Decides between equal scores, 0...1.
    package let accuracy: Double
    /// When the round ended, in seconds since 1970.
    package let date: Int
    /// What decided the round, where it was given.
    package let seed: UInt64?
    package let player: String?
    /// How long it was played, in seconds, where the game tells that.
    package let seconds: Double?
    /// The variant that was played, by its option.
    package let variant: String?

    package init(
        game: String, version: Int, mode: String, score: Int, accuracy: Double, date: Int, seed: UInt64? = nil,
        player: String? = nil, seconds: Double? = nil, variant: String? = nil
    ) {
        self.game = game
        self.version = version
        self.mode = mode
        self.score = score
        self.accuracy = accuracy
        self.date = date
        self.seed = seed
        self.player = player
        self.seconds = seconds
        self.variant = variant
    }
}

/// Something that was done for a day.
package struct DayDone: Hashable, Sendable {
    package let game: String
    /// What was done, by the game's own name for it.
    package let item: String
    /// The local day, `2026-11-22`.
    package let day: String
    /// When it was done, in seconds since 1970.
    package let date: Int

    /// `item`, done for `day`.
    package init(game: String, item: String, day: String, date: Int) {
        self.game = game
        self.item = item
        self.day = day
        self.date = date
    }
}

extension RecordStore {
    package static let leaderboardLength = 100

    /// The best scores of a mode under one version of its rules, the best first; the earlier of two equals stands first.
    ///
    /// - Returns: each with its number, by which it is told from others that are equal.
    package func scores(
        game: String, version: Int, mode: String
    ) throws(ThudError) -> [(number: Int64, score: Score)] {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT position, score, accuracy, date, seed, player, seconds, variant FROM score
                        WHERE game = ? AND version = ? AND mode = ?
                        ORDER BY score DESC, accuracy DESC, position LIMIT ?
                    """, arguments: [game, version, mode, RecordStore.leaderboardLength])
            return rows.compactMap { row in
                guard let number = row.integer(0), let points = row.integer(1), let date = row.integer(3) else {
                    return nil
                }
                let score = Score(
                    game: game, version: version, mode: mode, score: Int(points),
                    accuracy: Double.fromDatabaseValue(row[2]) ?? 0, date: Int(date),
                    seed: row.text(4).flatMap(UInt64.init), player: row.text(5),
                    seconds: Double.fromDatabaseValue(row[6]), variant: row.text(7))
                return (number, score)
            }
        }
    }

    /// The number of the score that was made last, whether or not it is among the best; nil where there is none.
    package func latestScore(game: String, version: Int, mode: String) throws(ThudError) -> Int64? {
        try read { db in
            try Int64.fetchOne(
                db, sql: "SELECT MAX(position) FROM score WHERE game = ? AND version = ? AND mode = ?",
                arguments: [game, version, mode])
        }
    }

    /// What was done for days in a game, in the order of the days.
    package func daysDone(game: String) throws(ThudError) -> [DayDone] {
        try read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT item, day, date FROM day_done WHERE game = ? ORDER BY day, date", arguments: [game])
            return rows.compactMap { row in
                guard let item = row.text(0), let day = row.text(1), let date = row.integer(2) else { return nil }
                return DayDone(game: game, item: item, day: day, date: Int(date))
            }
        }
    }

    /// What a game has kept under `key`, and under which version of its rules; nil where it has kept nothing.
    package func progress(game: String, key: String) throws(ThudError) -> (version: Int, value: String)? {
        try read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT version, value FROM progress WHERE game = ? AND key = ?", arguments: [game, key])
            guard let version = row?.integer(0), let value = row?.text(1) else { return nil }
            return (Int(version), value)
        }
    }

    /// All that a game has kept, by its keys.
    package func progress(game: String) throws(ThudError) -> [String: String] {
        try read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT key, value FROM progress WHERE game = ?", arguments: [game])
            let pairs = rows.compactMap { row in row.text(0).flatMap { key in row.text(1).map { (key, $0) } } }
            return Dictionary(pairs, uniquingKeysWith: { _, last in last })
        }
    }
}

extension Score {
    func insert(into db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO score (game, version, mode, score, accuracy, date, seed, player, seconds, variant)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                game, version, mode, score, accuracy, date, seed.map(String.init), player, seconds, variant,
            ])
    }
}

internal import GRDB
import ThudCore
import ThudGameKit

package struct Score: Hashable, Sendable {
    package let game: String
    /// The version of the game's rules. Scores under other rules are not comparable.
    package let version: Int
    /// The mode, which has its own leaderboard.
    package let mode: String
    package let score: Int
    /// Decides between equal scores, 0...1.
    package let accuracy: Double
    /// The end of the round, in seconds since 1970.
    package let date: Int
    /// The seed of the round, if one was given.
    package let seed: UInt64?
    package let player: String?
    /// The playing time in seconds, if the game reports it.
    package let seconds: Double?
    /// The variant that was played, as the name of its option.
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

extension RecordStore {
    package static let leaderboardLength = 100

    /// Which scores of a mode share a leaderboard.
    package enum BoardLength: Hashable, Sendable {
        /// All of them, because its rounds have no length.
        case any
        /// Those of rounds of this many seconds; nil for old scores that do not tell.
        case of(Double?)

        fileprivate var condition: (sql: String, arguments: StatementArguments) {
            switch self {
            case .any: ("", [])
            case .of(let seconds): (" AND seconds IS ?", [seconds])
            }
        }
    }

    /// Returns the lengths of the rounds in a mode that have scores, the shortest first; nil stands for unknown.
    package func lengths(game: String, version: Int, mode: String) throws(ThudError) -> [Double?] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT seconds FROM score WHERE game = ? AND version = ? AND mode = ? AND score > 0
                        ORDER BY seconds
                    """, arguments: [game, version, mode]
            ).map { Double.fromDatabaseValue($0[0]) }
        }
    }

    /// Returns the best scores of a mode under one version of the rules, best first, without zeros. Equal scores are in
    /// order of time. Each comes with its number, which distinguishes it from equal ones.
    package func scores(
        game: String, version: Int, mode: String, length: BoardLength = .any
    ) throws(ThudError) -> [(number: Int64, score: Score)] {
        try read { db in
            let (sql, arguments) = length.condition
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT position, score, accuracy, date, seed, player, seconds, variant FROM score
                        WHERE game = ? AND version = ? AND mode = ? AND score > 0\(sql)
                        ORDER BY score DESC, accuracy DESC, position LIMIT ?
                    """, arguments: [game, version, mode] + arguments + [RecordStore.leaderboardLength])
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

    /// Returns the number of the latest score, even if it is not among the best; nil if there is none.
    package func latestScore(game: String, version: Int, mode: String) throws(ThudError) -> Int64? {
        try read { db in
            try Int64.fetchOne(
                db, sql: "SELECT MAX(position) FROM score WHERE game = ? AND version = ? AND mode = ?",
                arguments: [game, version, mode])
        }
    }

    /// Returns what was done in a game, in the order of the days.
    package func daysDone(game: String) throws(ThudError) -> [SavedDay] {
        try read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT item, day, date FROM day_done WHERE game = ? ORDER BY day, date", arguments: [game])
            return rows.compactMap { row in
                guard let item = row.text(0), let day = row.text(1), let date = row.integer(2) else { return nil }
                return SavedDay(item: item, day: day, date: Int(date))
            }
        }
    }

    /// Returns what a game keeps from round to round.
    package func savedProgress(of game: String) throws(ThudError) -> SavedProgress {
        SavedProgress(values: try progress(game: game), days: try daysDone(game: game))
    }

    /// Returns all values that a game has saved, by key.
    package func progress(game: String) throws(ThudError) -> [String: String] {
        try read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT key, value FROM progress WHERE game = ?", arguments: [game])
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
            arguments: [game, version, mode, score, accuracy, date, seed.map(String.init), player, seconds, variant])
    }
}

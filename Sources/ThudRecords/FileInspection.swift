internal import GRDB
import ThudCore

/// A file turned out to be damaged and has been set aside.
struct DamagedFile: Error {
    let aside: String
}

/// Opens the records' file and finds out whether it can be trusted before anything is written to it.
enum FileInspection {
    /// Files up to this size are checked in full at every start, in bytes: 1 MiB, ten times what years of play leave,
    /// which takes about a millisecond.
    static let mostCheckedBytes = 1 << 20

    /// One connection, no more than is needed.
    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(5)
        return configuration
    }

    /// - Throws: `DamagedFile` once the file has been set aside; `ThudError` where it comes from a newer version;
    ///   `DatabaseError` for whatever the system refuses.
    static func open(_ file: RecordFile) throws -> DatabaseQueue {
        var configuration = Self.configuration
        configuration.prepareDatabase { db in
            // Here because a failure of this closure closes the connection only after it: see `setAside`.
            try settingAside(file) {
                try inspect(db, file)
                // In KiB: 64 pages, of the 40 MB that the program has in all.
                try db.execute(sql: "PRAGMA cache_size = -256")
                try activateLog(db)
            }
        }
        let queue = try DatabaseQueue(path: file.path, configuration: configuration)
        try settingAside(file) {
            try Schema.migrator.migrate(queue)
            try queue.read { db in
                for probe in Schema.probes { _ = try db.makeStatement(sql: probe) }
            }
        }
        return queue
    }

    private static func inspect(_ db: Database, _ file: RecordFile) throws {
        _ = try Row.fetchOne(db, sql: "SELECT 1 FROM sqlite_master LIMIT 1")
        if file.bytes <= mostCheckedBytes {
            let verdict = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
            guard verdict == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: verdict) }
        }
        if try Schema.migrator.hasBeenSuperseded(db) {
            throw ThudError(
                .newer, file: file.path,
                message: "a newer version of thud made it; it is left alone, so use that version")
        }
    }

    /// With a log beside the file, readers and writers do not wait for one another. NORMAL: a power cut may undo the
    /// last writes, but leaves neither half of one; an end of the program undoes nothing.
    private static func activateLog(_ db: Database) throws {
        let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
        guard mode == "wal" else { throw DatabaseError(resultCode: .SQLITE_READONLY) }
        try db.execute(sql: "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE; ROLLBACK")
    }

    private static func settingAside(_ file: RecordFile, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch  where isDamage(error, file) {
            throw DamagedFile(aside: try file.setAside())
        }
    }

    /// Whether it is the file's fault: it is no database, it contradicts itself, its tables are not ours, or it
    /// calls itself read-only while the system does not.
    private static func isDamage(_ error: any Error, _ file: RecordFile) -> Bool {
        guard let error = error as? DatabaseError else { return error is RowDecodingError }
        return switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_FORMAT,
            .SQLITE_SCHEMA:
            true
        // The file is shorter than it says; other errors of the disk are the disk's.
        case .SQLITE_IOERR: error.extendedResultCode == .SQLITE_IOERR_SHORT_READ
        case .SQLITE_READONLY: file.isWritable
        default: false
        }
    }
}

/// The tables, and how they came to be: a migration is never changed once it has been released.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
        migrator.registerMigration("v1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE preference (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
                    CREATE TABLE seen (
                        position INTEGER PRIMARY KEY, deck TEXT NOT NULL, card TEXT NOT NULL, UNIQUE (deck, card));
                    CREATE TABLE unlocked (deck TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
                    CREATE TABLE saved_round (
                        position INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL UNIQUE,
                        version INTEGER NOT NULL, round TEXT NOT NULL);
                    CREATE TABLE unreadable_round (
                        position INTEGER PRIMARY KEY, version INTEGER NOT NULL, round BLOB NOT NULL,
                        reason TEXT NOT NULL);
                    """)
        }
        migrator.registerMigration("v2") { db in
            // Whatever was kept before is the first game's, which was the only one.
            try db.execute(
                sql: """
                    ALTER TABLE saved_round ADD COLUMN game TEXT NOT NULL DEFAULT 'kape';
                    ALTER TABLE unreadable_round ADD COLUMN game TEXT NOT NULL DEFAULT 'kape';
                    ALTER TABLE seen RENAME TO seen_v1;
                    CREATE TABLE seen (
                        position INTEGER PRIMARY KEY, game TEXT NOT NULL, deck TEXT NOT NULL, card TEXT NOT NULL,
                        UNIQUE (game, deck, card));
                    INSERT INTO seen (position, game, deck, card) SELECT position, 'kape', deck, card FROM seen_v1;
                    DROP TABLE seen_v1;
                    ALTER TABLE unlocked RENAME TO unlocked_v1;
                    CREATE TABLE unlocked (
                        game TEXT NOT NULL, deck TEXT NOT NULL, PRIMARY KEY (game, deck)) WITHOUT ROWID;
                    INSERT INTO unlocked (game, deck) SELECT 'kape', deck FROM unlocked_v1;
                    DROP TABLE unlocked_v1;
                    CREATE TABLE score (
                        position INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, version INTEGER NOT NULL,
                        mode TEXT NOT NULL, score INTEGER NOT NULL, accuracy REAL NOT NULL, date INTEGER NOT NULL,
                        seed TEXT, player TEXT);
                    CREATE INDEX score_by_rank ON score (game, mode, score DESC, accuracy DESC, position);
                    CREATE TABLE day_done (
                        game TEXT NOT NULL, item TEXT NOT NULL, day TEXT NOT NULL, date INTEGER NOT NULL,
                        PRIMARY KEY (game, item, day)) WITHOUT ROWID;
                    CREATE TABLE progress (
                        game TEXT NOT NULL, key TEXT NOT NULL, version INTEGER NOT NULL, value TEXT NOT NULL,
                        PRIMARY KEY (game, key)) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("v3") { db in
            // Of what was scored before neither is known.
            try db.execute(
                sql: "ALTER TABLE score ADD COLUMN seconds REAL; ALTER TABLE score ADD COLUMN variant TEXT;")
        }
        return migrator
    }

    /// What every table and column is asked for, so that a file which lacks one is found out when it is opened.
    static let probes = [
        "SELECT key, value FROM preference LIMIT 0",
        "SELECT position, game, deck, card FROM seen LIMIT 0",
        "SELECT game, deck FROM unlocked LIMIT 0",
        "SELECT position, id, game, version, round FROM saved_round LIMIT 0",
        "SELECT position, game, version, round, reason FROM unreadable_round LIMIT 0",
        "SELECT position, game, version, mode, score, accuracy, date, seed, player, seconds, variant FROM score LIMIT 0",
        "SELECT game, item, day, date FROM day_done LIMIT 0",
        "SELECT game, key, version, value FROM progress LIMIT 0",
    ]
}

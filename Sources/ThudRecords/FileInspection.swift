internal import GRDB
import ThudCore

/// Reports that a file was damaged and has been set aside as `aside`.
struct DamagedFile: Error {
    let aside: String
}

/// Opens the records' file and checks that it can be trusted before anything is written to it.
enum FileInspection {
    /// Files up to this size in bytes are checked in full at each start, which takes about a millisecond. 1 MiB is ten
    /// times what years of play need.
    static let mostCheckedBytes = 1 << 20

    /// The settings of the connection: no foreign keys, and up to 5 s of waiting for another program.
    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(5)
        return configuration
    }

    /// - Throws: `DamagedFile` after setting the file aside, `ThudError` for a newer version's file, else
    ///   `DatabaseError`.
    static func open(_ file: RecordFile) throws -> DatabaseQueue {
        var configuration = Self.configuration
        configuration.prepareDatabase { db in
            // A failure in this closure closes the connection only after `setAside`, which needs it open.
            try settingAside(file) {
                try inspect(db, file)
                // A limit of 256 KiB (64 pages), part of the program's 40 MB in all.
                try db.execute(sql: "PRAGMA cache_size = -256")
                try activateLog(db)
            }
        }
        let queue = try DatabaseQueue(path: file.path, configuration: configuration)
        try settingAside(file) {
            try Schema.migrator.migrate(queue)
            try queue.read { db in for probe in Schema.probes { _ = try db.makeStatement(sql: probe) } }
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
                message: "a newer version of thud wrote it; use that version")
        }
    }

    /// With a write-ahead log, readers and writers do not wait for each other. With NORMAL, a power cut may undo the
    /// last writes but leaves none half done; a crash of the program undoes nothing.
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

    /// Whether the file is at fault: it is not a database, it is inconsistent, its tables are not ours, or SQLite calls
    /// it read-only although the system allows writing.
    private static func isDamage(_ error: any Error, _ file: RecordFile) -> Bool {
        guard let error = error as? DatabaseError else { return error is RowDecodingError }
        return switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_FORMAT,
            .SQLITE_SCHEMA:
            true
        // The file is shorter than it claims. Other I/O errors are the disk's fault.
        case .SQLITE_IOERR: error.extendedResultCode == .SQLITE_IOERR_SHORT_READ
        case .SQLITE_READONLY: file.isWritable
        default: false
        }
    }
}

/// The tables and their migrations. A released migration never changes.
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
            // Earlier records belong to the first game, which was the only one.
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
            // Earlier scores have neither value.
            try db.execute(sql: "ALTER TABLE score ADD COLUMN seconds REAL; ALTER TABLE score ADD COLUMN variant TEXT;")
        }
        return migrator
    }

    /// Queries of every table and column, so that a file without one of them is found out on opening.
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

internal import GRDB

/// The tables, and how they came to be: a migration is never changed once it has been released.
enum Schema {
    /// All migrations.
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
        return migrator
    }

    /// What every table and column is asked for, so that a file which lacks one is found out when it is opened.
    static let probes = [
        "SELECT key, value FROM preference LIMIT 0",
        "SELECT position, deck, card FROM seen LIMIT 0",
        "SELECT deck FROM unlocked LIMIT 0",
        "SELECT position, id, version, round FROM saved_round LIMIT 0",
        "SELECT position, version, round, reason FROM unreadable_round LIMIT 0",
    ]
}

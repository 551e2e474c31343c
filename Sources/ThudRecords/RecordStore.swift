internal import GRDB
import Glibc
import ThudCore
import ThudGameKit

/// The data kept between two starts: preferences, seen cards, unlocked decks, interrupted rounds, scores, completed
/// days, and the values that each game saves.
///
///     let (store, notice) = try RecordStore.open(folder: "/home/ana/.local/share/thud")
///     if let notice { print(notice) }
///     var preferences = try store.preferences()
///
/// SQLite keeps it in one file, `thud.sqlite`. Every write is complete or absent, even after a crash, and several
/// programs may use the file at once. A method waits for the disk; a game loop writes through a `WriteBehindQueue`.
package final class RecordStore: Sendable {
    /// The path of the file, or "memory".
    package let path: String
    let queue: DatabaseQueue
    /// Whether it holds everything that is kept in its folder. A store in memory lacks what cannot be read.
    package let isComplete: Bool
    /// The lock on the round being played; nil for a store in memory, which no other program uses.
    let claim: RoundClaim?
    /// The lock on the game whose data this process owns.
    let book: RoundClaim?

    private init(
        _ queue: DatabaseQueue, path: String, isComplete: Bool = true, claim: RoundClaim? = nil,
        book: RoundClaim? = nil
    ) {
        self.queue = queue
        self.path = path
        self.isComplete = isComplete
        self.claim = claim
        self.book = book
    }

    /// Opens the records in `folder`, which is created if missing.
    ///
    /// - Returns: the store, and a sentence for the player if a damaged file was set aside.
    /// - Throws: `ThudError` if the disk is unusable or a newer version wrote the file.
    package static func open(folder: String) throws(ThudError) -> (store: RecordStore, notice: String?) {
        try RecordFolder.make(folder)
        return try RecordFolder.alone(in: folder) { () throws(ThudError) in
            try open(RecordFile(folder: folder), RoundClaim(folder: folder), RoundClaim(folder: folder))
        }
    }

    private static func open(
        _ file: RecordFile, _ claim: RoundClaim, _ book: RoundClaim
    ) throws(ThudError) -> (store: RecordStore, notice: String?) {
        var notice: String?
        // The second attempt uses a new file, after the first one was set aside.
        for _ in 0..<2 {
            do {
                if try file.prepare() { throw DamagedFile(aside: try file.setAside()) }
                return (RecordStore(try FileInspection.open(file), path: file.path, claim: claim, book: book), notice)
            } catch let error as DamagedFile {
                notice = """
                    \(file.path) was damaged and is kept as \(error.aside); scores, habits, seen cards and unlocked \
                    decks start again
                    """
            } catch {
                throw error as? ThudError ?? ThudError.records(error, path: file.path)
            }
        }
        throw ThudError(.unusable, file: file.path, message: "a new file is damaged at once; check the disk")
    }

    /// Creates a store in memory, for a disk that cannot be used. It forgets everything when the program ends.
    ///
    /// - Parameter folder: the folder of records that are readable but not writable (full or read-only disk). The store
    ///   starts with a copy of them, or empty if they cannot be read.
    package static func inMemory(from folder: String? = nil) throws(ThudError) -> RecordStore {
        do {
            let queue = try DatabaseQueue(configuration: FileInspection.configuration)
            let file = folder.map { RecordFile(folder: $0) }
            let isRead = file.flatMap { ReadableCopy(of: $0)?.restore(into: queue) } ?? false
            try Schema.migrator.migrate(queue)
            return RecordStore(
                queue, path: "memory", isComplete: isRead || file.map { SourceFile.exists($0.path) } != true)
        } catch {
            throw ThudError.records(error, path: "memory")
        }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(ThudError) -> Value {
        do {
            return try queue.read(body)
        } catch {
            throw ThudError.records(error, path: path)
        }
    }

    func write<Value>(_ body: (Database) throws -> Value) throws(ThudError) -> Value {
        do {
            return try queue.write(body)
        } catch {
            throw ThudError.records(error, path: path)
        }
    }

    /// Returns the preferences, with defaults for values that were never chosen or cannot be read.
    package func preferences() throws(ThudError) -> Preferences {
        try read { db in
            var rows: [String: String] = [:]
            let cursor = try Row.fetchCursor(db, sql: "SELECT key, value FROM preference")
            while let row = try cursor.next() {
                if let key = row.text(0), let value = row.text(1) { rows[key] = value }
            }
            return Preferences(rows: rows)
        }
    }

    package func seen(deck: String, of game: String) throws(ThudError) -> Set<String> {
        try read { db in
            var cards: Set<String> = []
            let cursor = try Row.fetchCursor(
                db, sql: "SELECT card FROM seen WHERE game = ? AND deck = ?", arguments: [game, deck])
            while let row = try cursor.next() { if let card = row.text(0) { cards.insert(card) } }
            return cards
        }
    }

    package func isUnlocked(deck: String, of game: String) throws(ThudError) -> Bool {
        try read { db in
            try Row.fetchOne(
                db, sql: "SELECT 1 FROM unlocked WHERE game = ? AND deck = ?", arguments: [game, deck]) != nil
        }
    }
}

extension Row {
    /// Returns the text in a column; nil for another type, since anyone may have written the file.
    func text(_ column: Int) -> String? { String.fromDatabaseValue(self[column]) }

    /// Returns the integer in a column; nil for another type.
    func integer(_ column: Int) -> Int64? { Int64.fromDatabaseValue(self[column]) }
}

/// A copy of unwritable records in a memory file system. SQLite needs to create files beside its own even to read.
private struct ReadableCopy: ~Copyable {
    private let file: RecordFile
    private let folder: String

    /// Copies the files; nil if there is no memory file system.
    init?(of original: RecordFile) {
        var template = Array("/dev/shm/thud-records-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { return nil }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        file = RecordFile(folder: folder)
        for suffix in ["", "-wal"] {
            guard let bytes = try? SourceFile.read(original.path + suffix) else { continue }
            try? SourceFile.write(bytes, to: file.path + suffix)
        }
    }

    /// Copies the readable contents into an empty database. Returns whether there are any.
    borrowing func restore(into queue: DatabaseQueue) -> Bool {
        SourceFile.exists(file.path) && (try? FileInspection.open(file).backup(to: queue)) != nil
    }

    deinit {
        for name in (try? SourceFile.names(in: folder, endingIn: "")) ?? [] { _ = unsafe unlink("\(folder)/\(name)") }
        _ = unsafe rmdir(folder)
    }
}

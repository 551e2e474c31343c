internal import GRDB

/// What the program keeps between two starts: preferences, cards seen, decks unlocked, rounds interrupted.
///
///     let (store, notice) = try RecordStore.open(folder: "/home/ana/.local/share/thud")
///     if let notice { print(notice) }
///     var preferences = try store.preferences()
///
/// SQLite keeps it in one file, `thud.sqlite`: every write is there entirely or not at all, whatever ends the program,
/// and several programs may use it at once. A method waits for the disk; a game loop writes through a `WriteBehindQueue`.
public final class RecordStore: Sendable {
    /// The file, or where there is none, "memory".
    public let path: String
    let queue: DatabaseQueue
    /// Which round is being played; a store in memory is nobody else's.
    let claim: RoundClaim?

    private init(_ queue: DatabaseQueue, path: String, claim: RoundClaim? = nil) {
        self.queue = queue
        self.path = path
        self.claim = claim
    }

    /// Opens the records in `folder`, which is made if need be.
    ///
    /// - Returns: the store, and a sentence for the player where a damaged file had to be set aside.
    /// - Throws: `RecordError` where the disk cannot be used or the file comes from a newer version.
    public static func open(folder: String) throws(RecordError) -> (store: RecordStore, notice: String?) {
        try RecordFolder.make(folder)
        return try RecordFolder.alone(in: folder) { () throws(RecordError) in
            try open(RecordFile(folder: folder), RoundClaim(folder: folder))
        }
    }

    private static func open(
        _ file: RecordFile, _ claim: RoundClaim
    ) throws(RecordError) -> (store: RecordStore, notice: String?) {
        var notice: String?
        // A second time with a new file, where the first was set aside.
        for _ in 0..<2 {
            do {
                if try file.prepare() { throw DamagedFile(aside: try file.setAside()) }
                return (RecordStore(try FileInspection.open(file), path: file.path, claim: claim), notice)
            } catch let error as DamagedFile {
                notice = """
                    \(file.path) was damaged; it is kept as \(error.aside), and settings, cards seen and decks unlocked \
                    begin anew
                    """
            } catch {
                throw error as? RecordError ?? RecordError(error, path: file.path)
            }
        }
        throw RecordError(.unusable, "\(file.path): a new file is damaged at once; see to the disk")
    }

    /// A store that forgets everything at the end of the program: for a disk that cannot be used.
    public static func inMemory() throws(RecordError) -> RecordStore {
        do {
            let queue = try DatabaseQueue(configuration: FileInspection.configuration)
            try Schema.migrator.migrate(queue)
            return RecordStore(queue, path: "memory")
        } catch {
            throw RecordError(error, path: "memory")
        }
    }

    /// Reads in one transaction.
    func read<Value>(_ body: (Database) throws -> Value) throws(RecordError) -> Value {
        do {
            return try queue.read(body)
        } catch {
            throw RecordError(error, path: path)
        }
    }

    /// Writes in one transaction.
    func write<Value>(_ body: (Database) throws -> Value) throws(RecordError) -> Value {
        do {
            return try queue.write(body)
        } catch {
            throw RecordError(error, path: path)
        }
    }
}

import Glibc
import ThudCore

/// The file of the records on disk, with those that SQLite keeps beside it.
///
/// Nothing here opens a file that SQLite may have open in this process: closing it again would drop SQLite's locks
/// (SQLite, "How To Corrupt An SQLite Database File", 2.2).
struct RecordFile {
    /// The name of the file in its folder.
    static let name = "thud.sqlite"
    /// What SQLite puts beside it; all of it belongs together.
    private static let companions = ["-wal", "-shm", "-journal"]

    let path: String

    /// The records' file in `folder`.
    init(folder: String) { path = "\(folder)/\(Self.name)" }

    /// Makes sure that there is a file, with the rights of its owner alone.
    ///
    /// - Returns: whether there is a log without the file that it belongs to: what was in the file is gone.
    /// - Throws: `ThudError` where there is something else in its place, or no file can be made.
    func prepare() throws(ThudError) -> Bool {
        // The log first: a healthy program writes to the file before it begins a log, and never empties it again.
        let hasLog = size(of: path + "-wal") > 0
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw ThudError(.unusable, file: path, message: "it is not a regular file; move it away")
            }
            return hasLog && status.st_size == 0
        }
        guard errno == ENOENT else { throw ThudError(.unusable, file: path, message: "\(ThudError.words())") }
        guard !hasLog else { return true }
        try create()
        return false
    }

    /// How many bytes the file has.
    var bytes: Int { size(of: path) }

    /// Whether the system would let this program write to the file and beside it.
    var isWritable: Bool {
        let folder = path.dropLast(Self.name.count)
        return unsafe (access(path, R_OK | W_OK) == 0 && access(String(folder), W_OK | X_OK) == 0)
    }

    /// Renames the file and what belongs to it to `thud.sqlite.damaged-1`, or the first number that is free.
    ///
    /// To be called while SQLite still has the file open: a file that has moved is not written to on closing.
    ///
    /// - Returns: the new path.
    func setAside() throws(ThudError) -> String {
        var number = 1
        while isTaken("\(path).damaged-\(number)") { number += 1 }
        let aside = "\(path).damaged-\(number)"
        // The file last: as long as it is there, the next start finds out about it again.
        for suffix in Self.companions + [""] {
            guard unsafe rename(path + suffix, aside + suffix) == 0 || errno == ENOENT else {
                throw ThudError(
                    .unusable, file: path,
                    message: "it is damaged and cannot be renamed to \(aside): \(ThudError.words())")
            }
        }
        return aside
    }

    private func create() throws(ThudError) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ThudError(.unusable, file: path, message: "it cannot be made: \(ThudError.words())")
        }
        close(descriptor)
    }

    private func isTaken(_ path: String) -> Bool {
        (Self.companions + [""]).contains { suffix in
            var status = stat()
            return unsafe lstat(path + suffix, &status) == 0
        }
    }

    private func size(of path: String) -> Int {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}

/// The folder of the records.
enum RecordFolder {
    /// How long to wait for another program's start: 100 times 50 ms.
    private static let attempts = 100
    private static let pause: UInt32 = 50_000

    /// Makes the folder and what lies above it, each readable by its owner alone; what is there already stays as it is.
    ///
    /// - Throws: `ThudError` where it cannot be made, or something else is in its place.
    static func make(_ path: String) throws(ThudError) {
        do throws(ThudError) {
            try SourceFile.makeFolder(path, permissions: 0o700)
        } catch {
            throw ThudError(.unusable, file: path, message: error.message)
        }
    }

    /// Runs `body` while no other program looks at the records' file, sets it aside or brings it up to date.
    ///
    /// Two programs that met the same damaged file would otherwise set it aside twice: the second time the new one that
    /// the first had just made. The kernel lets go when a program dies, however it dies.
    ///
    /// - Throws: what `body` throws, and `ThudError` where the folder cannot be written, or another program keeps it
    ///   for seconds.
    static func alone<Value>(in folder: String, _ body: () throws(ThudError) -> Value) throws(ThudError) -> Value {
        let path = "\(folder)/thud.lock"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == ENOSPC || errno == EDQUOT {
                throw ThudError(.diskFull, file: folder, errno: errno, message: "the disk is full; free some space")
            }
            throw ThudError(
                .unusable, file: folder, errno: errno, message: "nothing can be written there: \(ThudError.words())")
        }
        defer { close(descriptor) }
        for _ in 0..<attempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return try body() }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            usleep(pause)
        }
        throw ThudError(.locked, file: path, message: "it cannot be locked: \(ThudError.words())")
    }

    /// Whether no block is left on the disk of the file at `path` for anybody but root.
    static func isFull(_ path: String) -> Bool {
        var status = statvfs()
        return unsafe statvfs(path, &status) == 0 && status.f_bavail == 0
    }
}

import Glibc
import ThudCore

/// The records' file on disk, with the files that SQLite keeps beside it.
///
/// No code here opens a file that SQLite may have open in this process, because closing it would drop SQLite's locks
/// (SQLite, "How To Corrupt An SQLite Database File", 2.2).
struct RecordFile {
    static let name = "thud.sqlite"
    /// The suffixes of SQLite's files beside it, which belong to it.
    private static let companions = ["-wal", "-shm", "-journal"]
    let path: String

    init(folder: String) { path = "\(folder)/\(Self.name)" }

    /// Creates the file, readable by its owner alone, if there is none.
    ///
    /// - Returns: true if there is a log without its file, which means that the contents are lost.
    /// - Throws: `ThudError` if something else is in its place, or no file can be created.
    func prepare() throws(ThudError) -> Bool {
        // The log is checked first. A healthy program fills the file before it starts a log, and never empties it
        // again.
        let hasLog = size(of: path + "-wal") > 0
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw ThudError(.unusable, file: path, message: "it is not a regular file; move it away")
            }
            return hasLog && status.st_size == 0
        }
        guard errno == ENOENT else { throw unusable("it cannot be read", .read) }
        guard !hasLog else { return true }
        try create()
        return false
    }

    var bytes: Int { size(of: path) }

    /// Whether the system allows writing to the file and its folder.
    var isWritable: Bool {
        let folder = path.dropLast(Self.name.count)
        return unsafe (access(path, R_OK | W_OK) == 0 && access(String(folder), W_OK | X_OK) == 0)
    }

    /// Renames the file and its companions to `thud.sqlite.damaged-1`, or the first free number.
    ///
    /// Call this while SQLite still has the file open, because SQLite does not write to a moved file on closing.
    func setAside() throws(ThudError) -> String {
        var number = 1
        while isTaken("\(path).damaged-\(number)") { number += 1 }
        let aside = "\(path).damaged-\(number)"
        // The file is renamed last. While it is there, the next start detects the damage again.
        for suffix in Self.companions + [""] {
            guard unsafe rename(path + suffix, aside + suffix) == 0 || errno == ENOENT else {
                throw unusable("it is damaged and cannot be renamed to \(aside)", .write)
            }
        }
        return aside
    }

    private func create() throws(ThudError) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        // Nothing was found when the link was followed.
        if descriptor < 0, errno == EEXIST {
            throw ThudError(
                .unusable, file: path,
                message: "it is a link to a file that is missing; remove the link, or create the file")
        }
        guard descriptor >= 0 else { throw unusable("it cannot be created", .create) }
        close(descriptor)
    }

    /// Returns an error for the last system call, which failed.
    private func unusable(_ problem: String, _ access: ThudError.Access) -> ThudError {
        ThudError(.unusable, file: path, message: "\(problem): \(ThudError.words(for: errno, access))")
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

enum RecordFolder {
    /// How often to try while another program starts, and the pause in microseconds: 100 times 50 ms.
    private static let attempts = 100
    private static let pause: UInt32 = 50_000

    /// Creates the folder and its parents, accessible only to their owner; existing folders stay as they are.
    static func make(_ path: String) throws(ThudError) {
        do throws(ThudError) {
            try SourceFile.makeFolder(path, permissions: 0o700)
        } catch {
            throw ThudError(.unusable, file: path, message: error.message)
        }
    }

    /// Runs `body` while no other program checks, sets aside or migrates the records' file.
    ///
    /// Otherwise two programs could both find the same damaged file, and the second would set aside the new file of the
    /// first. The kernel releases the lock when a program ends, even if it crashes.
    ///
    /// - Throws: what `body` throws, and `ThudError` if the folder is not writable or stays locked for seconds.
    static func alone<Value>(in folder: String, _ body: () throws(ThudError) -> Value) throws(ThudError) -> Value {
        let path = "\(folder)/thud.lock"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let code = ThudError.Code(errno: errno) == .diskFull ? ThudError.Code.diskFull : .unusable
            let words = ThudError.words(for: errno, .write)
            throw ThudError(code, file: folder, errno: errno, message: "nothing can be written there: \(words)")
        }
        defer { close(descriptor) }
        for _ in 0..<attempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return try body() }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            usleep(pause)
        }
        throw ThudError(.locked, file: path, message: "it cannot be locked: \(ThudError.words())")
    }

    /// Whether the disk of the file at `path` has no free block except for root.
    static func isFull(_ path: String) -> Bool {
        var status = statvfs()
        return unsafe statvfs(path, &status) == 0 && status.f_bavail == 0
    }
}

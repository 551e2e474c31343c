import Glibc

/// The file of the records on disk, with those that SQLite keeps beside it.
///
/// Nothing here opens a file that SQLite may have open in this process: closing it again would drop SQLite's locks
/// (SQLite, "How To Corrupt An SQLite Database File", 2.2).
struct RecordFile {
    /// The name of the file in its folder.
    static let name = "thud.sqlite"
    /// What SQLite puts beside it; all of it belongs together.
    private static let companions = ["-wal", "-shm", "-journal"]

    /// The full path.
    let path: String

    /// The records' file in `folder`.
    init(folder: String) { path = "\(folder)/\(Self.name)" }

    /// Makes sure that there is a file, with the rights of its owner alone.
    ///
    /// - Returns: whether there is a log without the file that it belongs to: what was in the file is gone.
    /// - Throws: `RecordError` where there is something else in its place, or no file can be made.
    func prepare() throws(RecordError) -> Bool {
        // The log first: a healthy program writes to the file before it begins a log, and never empties it again.
        let hasLog = size(of: path + "-wal") > 0
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw RecordError(.unusable, "\(path): it is not a regular file; move it away")
            }
            return hasLog && status.st_size == 0
        }
        guard errno == ENOENT else { throw RecordError(.unusable, "\(path): \(SystemError.sentence())") }
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
    func setAside() throws(RecordError) -> String {
        var number = 1
        while isTaken("\(path).damaged-\(number)") { number += 1 }
        let aside = "\(path).damaged-\(number)"
        // The file last: as long as it is there, the next start finds out about it again.
        for suffix in Self.companions + [""] {
            guard unsafe rename(path + suffix, aside + suffix) == 0 || errno == ENOENT else {
                throw RecordError(
                    .unusable, "\(path): it is damaged and cannot be renamed to \(aside): \(SystemError.sentence())")
            }
        }
        return aside
    }

    private func create() throws(RecordError) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw RecordError(.unusable, "\(path): it cannot be made: \(SystemError.sentence())")
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

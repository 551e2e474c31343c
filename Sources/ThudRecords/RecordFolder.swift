import Glibc

/// The folder of the records.
enum RecordFolder {
    /// How long to wait for another program's start: 100 times 50 ms.
    private static let attempts = 100
    private static let pause: UInt32 = 50_000

    /// Makes the folder and what lies above it, each readable by its owner alone; what is there already stays as it is.
    ///
    /// - Throws: `RecordError` where it cannot be made, or something else is in its place.
    static func make(_ path: String) throws(RecordError) {
        for slash in path.indices.dropFirst() where path[slash] == "/" {
            try make(String(path[..<slash]), within: path)
        }
        try make(path, within: path)
    }

    /// Runs `body` while no other program looks at the records' file, sets it aside or brings it up to date.
    ///
    /// Two programs that met the same damaged file would otherwise set it aside twice: the second time the new one that
    /// the first had just made. The kernel lets go when a program dies, however it dies.
    ///
    /// - Throws: what `body` throws, and `RecordError` where the folder cannot be written, or another program keeps it
    ///   for seconds.
    static func alone<Value>(in folder: String, _ body: () throws(RecordError) -> Value) throws(RecordError) -> Value {
        let path = "\(folder)/thud.lock"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw RecordError(.unusable, "\(folder): nothing can be written there: \(SystemError.sentence())")
        }
        defer { close(descriptor) }
        for _ in 0..<attempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return try body() }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            usleep(pause)
        }
        throw RecordError(.busy, "\(path): it cannot be locked: \(SystemError.sentence())")
    }

    private static func make(_ path: String, within whole: String) throws(RecordError) {
        guard unsafe mkdir(path, 0o700) != 0 else { return }
        let code = errno == EEXIST ? ENOTDIR : errno
        // Where it is there already, mkdir may say something else first: that the file system is read-only.
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw RecordError(.unusable, "\(whole): the folder cannot be made: \(SystemError.sentence(code))")
        }
    }
}

/// The system's errors in words.
enum SystemError {
    /// The last one, unless another is given.
    static func sentence(_ code: Int32 = errno) -> String { unsafe String(cString: strerror(code)) }
}

import Glibc

extension SourceFile {
    /// Puts a file at `path` in one step: there is what was there before, or all of the new one. Where `path` is a link,
    /// what it leads to is replaced; permissions stay as they were.
    ///
    /// - Throws: `SourceError` where it cannot be written.
    public static func write(_ bytes: [UInt8], to path: String) throws(SourceError) {
        // A device or a pipe is written to; a file of its name would only stand in its way.
        if isSpecial(path) { return try put(bytes, into: path, flags: O_WRONLY, as: path) }
        let target = target(of: path)
        guard unsafe access(target, F_OK) != 0 || access(target, W_OK) == 0 else { throw failure(path) }
        let temporary = "\(target).\(getpid()).part"
        do throws(SourceError) {
            try put(bytes, into: temporary, flags: O_WRONLY | O_CREAT | O_TRUNC, as: path)
            var old = stat()
            if unsafe stat(target, &old) == 0 { _ = unsafe chmod(temporary, old.st_mode & 0o777) }
            guard unsafe rename(temporary, target) == 0 else { throw failure(path) }
        } catch {
            _ = unsafe unlink(temporary)
            throw error
        }
    }

    /// Where a path leads to in the end; itself where there is nothing yet.
    private static func target(of path: String) -> String {
        guard let real = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    private static func isSpecial(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    private static func put(
        _ bytes: [UInt8], into file: String, flags: Int32, as path: String
    ) throws(SourceError) {
        let descriptor = unsafe open(file, flags | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(path) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failure = failure(path)
                close(descriptor)
                throw failure
            }
            rest = rest.dropFirst(count)
        }
        guard close(descriptor) == 0 || errno == EINTR else { throw failure(path) }
    }

    private static func failure(_ path: String) -> SourceError {
        SourceError(file: path, message: "cannot be written: \(unsafe String(cString: strerror(errno)))")
    }
}

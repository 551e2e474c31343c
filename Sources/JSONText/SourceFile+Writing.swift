import Glibc

extension SourceFile {
    /// Puts a file at `path` in one step: there is what was there before, or all of the new one.
    ///
    /// - Throws: `SourceError` where it cannot be written.
    public static func write(_ bytes: [UInt8], to path: String) throws(SourceError) {
        // A device or a pipe is written to; a file of its name would only stand in its way.
        if isSpecial(path) { return try put(bytes, into: path, flags: O_WRONLY, as: path) }
        let temporary = "\(path).\(getpid()).part"
        do throws(SourceError) {
            try put(bytes, into: temporary, flags: O_WRONLY | O_CREAT | O_TRUNC, as: path)
            guard unsafe rename(temporary, path) == 0 else { throw failure(path) }
        } catch {
            _ = unsafe unlink(temporary)
            throw error
        }
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

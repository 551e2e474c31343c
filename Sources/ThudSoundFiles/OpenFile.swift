import Glibc
import ThudCore

/// An open file descriptor that closes itself.
struct OpenFile: ~Copyable {
    let descriptor: CInt

    /// Opens `path` with `open(2)`. Child processes do not inherit the descriptor.
    init(_ path: String, _ flags: CInt) throws(ThudError) {
        // In C a zero byte would silently end the path.
        guard !path.utf8.contains(0) else { throw ThudError.call(ENOENT) }
        descriptor = try ThudError.check { open(path, flags | O_CLOEXEC, 0o666) }
    }

    deinit { _ = Glibc.close(descriptor) }

    /// Returns the size of a regular file, or nil for a pipe, folder or device; `fstat(2)`.
    func regularFileSize() throws(ThudError) -> Int? {
        var status = stat()
        _ = try ThudError.check { fstat(descriptor, &status) }
        return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// Returns the first `count` bytes without moving the position, fewer if the file is shorter; `pread(2)`.
    func prefix(_ count: Int) throws(ThudError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = try ThudError.check { CInt(truncatingIfNeeded: pread(descriptor, &bytes, count, 0)) }
        return Array(bytes.prefix(Int(got)))
    }

    /// Waits until the data are on the disk; `fsync(2)`. Devices and pipes that cannot be synced count as synced.
    func sync() throws(ThudError) {
        do { _ = try ThudError.check { fsync(descriptor) } } catch {
            if error.errno != EINVAL && error.errno != EROFS { throw error }
        }
    }

    /// Closes the descriptor and throws if the last data did not get through. `close(2)` must never be repeated.
    consuming func close() throws(ThudError) {
        let result = Glibc.close(descriptor)
        let number = errno
        discard self
        if result != 0 && number != EINTR { throw ThudError.call(number) }
    }
}

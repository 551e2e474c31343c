import Glibc
import ThudCore

/// An open file descriptor that closes itself.
struct OpenFile: ~Copyable {
    /// The number the kernel gave it.
    let descriptor: CInt

    /// Opens `path`; `open(2)`. The descriptor is closed in child processes.
    init(_ path: String, _ flags: CInt) throws(ThudError) {
        // A zero byte would silently end the path for C.
        guard !path.utf8.contains(0) else { throw ThudError.call(ENOENT) }
        descriptor = try ThudError.check { open(path, flags | O_CLOEXEC, 0o666) }
    }

    deinit { _ = Glibc.close(descriptor) }

    /// Whether this is a file with a size, and not a pipe, folder or device; `fstat(2)`.
    func regularFileSize() throws(ThudError) -> Int? {
        var status = stat()
        _ = try ThudError.check { fstat(descriptor, &status) }
        return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// Up to `count` bytes from the start, leaving the position alone; `pread(2)`. Fewer if the file is shorter.
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

    /// Closes it and tells whether the last data got through; `close(2)`, which must never be repeated.
    consuming func close() throws(ThudError) {
        let result = Glibc.close(descriptor)
        let number = errno
        discard self
        if result != 0 && number != EINTR { throw ThudError.call(number) }
    }
}

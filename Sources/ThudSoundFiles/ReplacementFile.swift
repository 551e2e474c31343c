import Glibc
import Synchronization

/// A new file beside an old one that takes the old one's place in one step when it is whole, and vanishes otherwise.
struct ReplacementFile: ~Copyable {
    private static let serial = Atomic<Int>(0)

    private let path: String
    private let oldMode: mode_t?

    /// The name to write under meanwhile: in the folder of `path`, since `rename(2)` stays on one disk.
    let temporaryPath: String

    /// Thinks of a temporary name; creates nothing. Where `path` is a link, what it leads to is to be replaced.
    init(for path: String) throws(IOFailure) {
        var status = stat()
        let exists = stat(path, &status) == 0
        guard !exists || status.st_mode & S_IFMT == S_IFREG else {
            throw IOFailure(message: "it is there already, and is no file")
        }
        if exists { _ = try IOFailure.check { access(path, W_OK) } }
        oldMode = exists ? status.st_mode & 0o777 : nil
        let real = exists ? realpath(path, nil) : nil
        defer { free(real) }
        let path = real.map { String(cString: $0) } ?? path
        self.path = path
        temporaryPath = "\(path).\(getpid())-\(Self.serial.add(1, ordering: .relaxed).newValue).part"
    }

    // After a commit nothing has the temporary name any more, and nothing happens.
    deinit { _ = unlink(temporaryPath) }

    /// Gives the new file, closed and safe on the disk, the name and the permissions of the old one; `rename(2)`.
    func commit() throws(IOFailure) {
        if let oldMode { _ = try IOFailure.check { chmod(temporaryPath, oldMode) } }
        _ = try IOFailure.check { rename(temporaryPath, path) }
    }
}

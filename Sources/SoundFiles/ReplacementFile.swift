import Glibc
import Synchronization

/// A new file beside an old one that takes the old one's place in one step when it is whole, and vanishes otherwise.
struct ReplacementFile: ~Copyable {
    private static let serial = Atomic<Int>(0)

    private let path: String

    /// The name to write under meanwhile: in the folder of `path`, since `rename(2)` stays on one disk.
    let temporaryPath: String

    /// Thinks of a temporary name; creates nothing.
    init(for path: String) {
        self.path = path
        temporaryPath = "\(path).\(getpid())-\(Self.serial.add(1, ordering: .relaxed).newValue).part"
    }

    // After a commit nothing has the temporary name any more, and nothing happens.
    deinit { _ = unlink(temporaryPath) }

    /// Gives the new file, closed and safe on the disk, the name of the old one; `rename(2)`.
    func commit() throws(IOFailure) {
        _ = try IOFailure.check { rename(temporaryPath, path) }
    }
}

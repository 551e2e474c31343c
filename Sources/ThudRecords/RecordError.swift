internal import GRDB

/// Why records cannot be kept, in a sentence.
public struct RecordError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of trouble it is.
    public enum Code: Hashable, Sendable {
        /// The folder or the file cannot be used: rights, a folder in its place, another file system error.
        case unusable
        /// A newer version of the program made the file; it is left alone.
        case newer
        /// The disk is full.
        case full
        /// Another program holds the file for longer than one can wait.
        case busy
        /// The file turned out to be damaged after it was opened; the next start sets it aside.
        case damaged
    }

    /// What kind of trouble it is.
    public let code: Code
    /// One sentence without a full stop: the file, what is wrong, what to do.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// What SQLite says about the file at `path`.
    init(_ error: any Error, path: String) {
        guard let error = error as? DatabaseError else {
            self.init(.unusable, "\(path): \(error)")
            return
        }
        let isCutShort = error.extendedResultCode == .SQLITE_IOERR_SHORT_READ
        switch error.resultCode {
        case .SQLITE_IOERR where isCutShort:
            self.init(.damaged, "\(path): it is cut short; it will be set aside at the next start")
        case .SQLITE_IOERR:
            let code = error.extendedResultCode.rawValue
            self.init(.unusable, "\(path): the disk failed (SQLite \(code)); see to it")
        case .SQLITE_FULL:
            self.init(.full, "\(path): the disk is full; free some space")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.busy, "\(path): another program keeps it locked")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(.unusable, "\(path): it cannot be written; see to the rights of the file and its folder")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(.damaged, "\(path): it is damaged; it will be set aside at the next start")
        default:
            self.init(.unusable, "\(path): \(error.message ?? "SQLite error \(error.extendedResultCode.rawValue)")")
        }
    }
}

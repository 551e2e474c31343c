internal import GRDB
import ThudCore

extension ThudError.Code {
    /// The folder or file of the records is unusable: permissions, a folder in place of the file, or a file system
    /// error.
    package static let unusable = ThudError.Code("unusable")
    /// A newer version of the program wrote the file, which stays untouched.
    package static let newer = ThudError.Code("newer")
    /// Another program holds the file for too long.
    package static let locked = ThudError.Code("locked")
}

extension ThudError {
    /// Translates an SQLite error about the records' open file at `path`.
    static func records(_ error: any Error, path: String) -> ThudError {
        func because(_ code: Code, _ message: String) -> ThudError { ThudError(code, file: path, message: message) }
        guard let error = error as? DatabaseError else { return because(.unusable, "\(error)") }
        switch error.resultCode {
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHORT_READ:
            return because(.damaged, "it is truncated; it will be set aside at the next start")
        // SQLite has no error of its own for a log or index that finds no space.
        case .SQLITE_IOERR where RecordFolder.isFull(path):
            return because(.diskFull, "the disk is full; free some space")
        case .SQLITE_IOERR:
            let code = error.extendedResultCode.rawValue
            return because(.unusable, "the disk failed (SQLite \(code)); check the disk")
        case .SQLITE_FULL: return because(.diskFull, "the disk is full; free some space")
        case .SQLITE_BUSY, .SQLITE_LOCKED: return because(.locked, "another program has locked it; try again")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_CANTOPEN:
            return because(.unusable, "it cannot be written; check the permissions of the file and its folder")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            return because(.damaged, "it is damaged; it will be set aside at the next start")
        default: return because(.unusable, error.message ?? "SQLite error \(error.extendedResultCode.rawValue)")
        }
    }
}

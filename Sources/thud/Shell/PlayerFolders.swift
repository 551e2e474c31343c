import Glibc
import ThudCore
import ThudRecords

/// What belongs to the player: records and own decks, in `$XDG_DATA_HOME/thud` (XDG Base Directory Specification).
enum DataFolder {
    /// The folder, which need not exist.
    ///
    /// - Throws: `ThudError` (bad input) where the environment names none.
    static func path() throws(ThudError) -> String {
        // The specification says that a path that is not absolute is to be ignored.
        if let named = Environment["XDG_DATA_HOME"], named.hasPrefix("/") { return "\(named)/thud" }
        if let home = Environment["HOME"], home.hasPrefix("/") { return "\(home)/.local/share/thud" }
        throw ThudError(
            .badInput, "HOME is not set, so nothing can be kept; set XDG_DATA_HOME to the full path of a folder")
    }

    /// The folder of the player's own decks.
    static func decks() throws(ThudError) -> String { "\(try path())/decks" }

    /// Opens the records, and says on standard error what had to be set aside.
    ///
    /// - Throws: `ThudError` where they cannot be used.
    static func records() throws -> RecordStore {
        let (store, notice) = try RecordStore.open(folder: path())
        if let notice { Console.remark(notice) }
        return store
    }

    /// The records. Where the disk cannot be written, a store in memory that begins with the records that can be read; standard
    /// error says so.
    static func recordsOrMemory() throws(ThudError) -> RecordStore {
        do {
            return try records()
        } catch {
            Console.remark("Nothing is kept this time: \(error)")
            return try RecordStore.inMemory(from: try? path())
        }
    }
}

/// What the player has set, in `$XDG_CONFIG_HOME/thud` (XDG Base Directory Specification).
enum ConfigFolder {
    /// The file of the settings, which need not exist.
    ///
    /// - Throws: `ThudError` (bad input) where the environment names no place for it.
    static func settings() throws(ThudError) -> String {
        // The specification says that a path that is not absolute is to be ignored.
        if let named = Environment["XDG_CONFIG_HOME"], named.hasPrefix("/") { return "\(named)/thud/settings.json" }
        if let home = Environment["HOME"], home.hasPrefix("/") { return "\(home)/.config/thud/settings.json" }
        throw ThudError(.badInput, "HOME is not set, so no settings can be kept; set XDG_CONFIG_HOME")
    }
}

/// The absolute path of a file with every link followed; the path itself where there is no file.
func fullPath(_ path: String) -> String {
    guard let full = realpath(path, nil) else { return path }
    defer { free(full) }
    return String(cString: full)
}

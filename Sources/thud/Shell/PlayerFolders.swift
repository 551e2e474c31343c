import ThudCore
import ThudRecords

/// The folder of the player's data, records and own decks: `$XDG_DATA_HOME/thud` (XDG Base Directory Specification).
enum DataFolder {
    /// Returns the folder, existing or not; throws if neither XDG_DATA_HOME nor HOME is an absolute path.
    static func path() throws(ThudError) -> String {
        if let folder = Environment.folder("XDG_DATA_HOME", usually: ".local/share") { return "\(folder)/thud" }
        throw ThudError(
            .badInput, "HOME is not set to a full path in UTF-8, so nothing can be saved; set XDG_DATA_HOME to one")
    }

    static func decks() throws(ThudError) -> String { "\(try path())/decks" }

    /// Opens the records, and reports on standard error what had to be set aside.
    static func records() throws -> RecordStore {
        let (store, notice) = try RecordStore.open(folder: path())
        if let notice { Console.remark(notice) }
        return store
    }

    /// Opens the records. If the disk cannot be written, returns a store in memory that starts with the readable
    /// records, and says so on standard error. If there are records that cannot be read, `mustBeRead` makes it throw.
    static func recordsOrMemory(mustBeRead: Bool = false) throws -> RecordStore {
        do {
            return try records()
        } catch {
            let memory = try RecordStore.inMemory(from: try? path())
            if mustBeRead, !memory.isComplete { throw error }
            Console.remark("Nothing will be saved this time: \(error)")
            return memory
        }
    }
}

/// The folder of the player's settings: `$XDG_CONFIG_HOME/thud` (XDG Base Directory Specification).
enum ConfigFolder {
    /// Returns the file, existing or not; throws if neither XDG_CONFIG_HOME nor HOME is an absolute path.
    static func settings() throws(ThudError) -> String {
        let folder = Environment.folder("XDG_CONFIG_HOME", usually: ".config")
        if let folder { return "\(folder)/thud/settings.json" }
        throw ThudError(
            .badInput,
            "HOME is not set to a full path in UTF-8, so no settings can be saved; set XDG_CONFIG_HOME to one")
    }
}

import ThudCore
import ThudRecords

/// What belongs to the player: records and own decks, in `$XDG_DATA_HOME/thud` (XDG Base Directory Specification).
enum DataFolder {
    /// The folder; it need not exist.
    ///
    /// - Throws: `ThudError` (bad input) where the environment names none.
    static func path() throws(ThudError) -> String {
        // A path that is not absolute is to be ignored, as the specification has it.
        if let named = Environment["XDG_DATA_HOME"], named.hasPrefix("/") { return "\(named)/thud" }
        if let home = Environment["HOME"], home.hasPrefix("/") { return "\(home)/.local/share/thud" }
        throw ThudError(
            .badInput, "HOME is not set, so nothing can be kept; set XDG_DATA_HOME to the full path of a folder")
    }

    /// The folder of the player's own decks.
    static func decks() throws(ThudError) -> String { "\(try path())/decks" }

    /// Opens the records; what had to be set aside is told.
    ///
    /// - Throws: `ThudError` where they cannot be used.
    static func records() throws -> RecordStore {
        let (store, notice) = try RecordStore.open(folder: path())
        if let notice { Console.remark(notice) }
        return store
    }

    /// The records, or where the disk cannot be used, a store that begins with what can be read, and forgets: that is told, and the play goes on.
    static func recordsOrMemory() throws(ThudError) -> RecordStore {
        do {
            return try records()
        } catch {
            Console.remark("Nothing is kept this time: \(error)")
            return try RecordStore.inMemory(from: try? path())
        }
    }
}

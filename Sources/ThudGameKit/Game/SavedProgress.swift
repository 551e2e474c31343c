/// A day for which something was done in a game.
package struct SavedDay: Hashable, Sendable, Codable {
    /// What was done. The game chooses the name and never reuses it for anything else.
    package let item: String
    /// The day, for example `2026-11-22`.
    package let day: String
    /// When it was done, in seconds since 1970-01-01 in UTC.
    package let date: Int

    package init(item: String, day: String, date: Int) {
        self.item = item
        self.day = day
        self.date = date
    }
}

/// What a game keeps from round to round.
package struct SavedProgress: Hashable, Sendable {
    /// Texts by the keys that the game has chosen.
    package var values: [String: String]
    /// What was done for days, in any order.
    package var days: [SavedDay]

    package init(values: [String: String] = [:], days: [SavedDay] = []) {
        self.values = values
        self.days = days
    }
}

/// A change to save for a game. Each is small, so that two programs at once both keep their changes.
package enum SavedChange: Hashable, Sendable {
    /// A text that replaces the one under the same key.
    case value(key: String, String)
    case done(SavedDay)
    /// Undoes what was done for a day.
    case undone(SavedDay)
}

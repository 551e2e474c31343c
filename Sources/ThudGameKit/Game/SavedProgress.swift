import ThudCore

/// A day for which something was done in a game.
package struct SavedDay: Hashable, Sendable, Codable {
    /// What was done; the game chooses the name, which it never uses again for anything else.
    package let item: String
    /// The day, `2026-11-22`.
    package let day: String
    /// When it was done, in seconds since 1970-01-01 in UTC.
    package let date: Int

    /// A day for which `item` was done.
    package init(item: String, day: String, date: Int) {
        self.item = item
        self.day = day
        self.date = date
    }
}

/// What a game has kept from round to round.
package struct SavedProgress: Hashable, Sendable {
    /// Texts by the keys under which the game has kept them.
    package var values: [String: String]
    /// What was done for days, in any order.
    package var days: [SavedDay]

    package init(values: [String: String] = [:], days: [SavedDay] = []) {
        self.values = values
        self.days = days
    }
}

/// Something to be written down for a game. Each is small, so that two programs at once keep what each has changed.
package enum SavedChange: Hashable, Sendable {
    /// A text in place of what stood under the same key.
    case value(key: String, String)
    case done(SavedDay)
    /// What was done for a day is taken back.
    case undone(SavedDay)
}

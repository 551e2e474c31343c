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
    /// Something was done for a day.
    case done(SavedDay)
    /// What was done for a day is taken back.
    case undone(SavedDay)
}

/// A game of which something stays from round to round: habits and their days, a best streak.
package protocol KeepingGame: Game {
    /// Whether one program alone may change what is kept, because its parts hang together; false unless the game says otherwise.
    static var isKeptAlone: Bool { get }
    /// Puts what was kept into a round, be it new or one that was saved: what was kept is the newer of the two.
    ///
    /// - Throws: `ThudError` where it was not kept by this game. Whoever plays on then would write over it.
    static func restore(_ kept: SavedProgress, into round: inout Player.Rules) throws(ThudError)
    /// What is to be written down after the round has come from `before` to `after`; quickly made where nothing has changed.
    static func changes(from before: Player.Rules, to after: Player.Rules) -> [SavedChange]
}

extension KeepingGame {
    /// Several programs may change what is kept, each its own parts.
    package static var isKeptAlone: Bool { false }
}

/// A session of a game of which something stays, behind the common face.
package protocol KeepingSession: GameSession {
    /// Whether one program alone may change what is kept.
    var isKeptAlone: Bool { get }
    /// Puts what was kept into the round.
    ///
    /// - Throws: `ThudError` where it was not kept by this game.
    mutating func restore(_ kept: SavedProgress) throws(ThudError)
    /// What is to be written down since the session was as `earlier` has it; nothing where that is one of another game.
    func changes(since earlier: any GameSession) -> [SavedChange]
}

extension TypedSession: KeepingSession where Played: KeepingGame {
    /// Whether one program alone may change what is kept.
    package var isKeptAlone: Bool { Played.isKeptAlone }

    package mutating func restore(_ kept: SavedProgress) throws(ThudError) {
        var round = session.round
        try Played.restore(kept, into: &round)
        replaceRound(by: round)
    }

    /// What has changed of it.
    package func changes(since earlier: any GameSession) -> [SavedChange] {
        guard let earlier = earlier as? Self else { return [] }
        return Played.changes(from: earlier.session.round, to: session.round)
    }
}

public import ThudCore

/// A day for which something was done in a game.
public struct KeptDay: Hashable, Sendable, Codable {
    /// What was done; the game chooses the name, which it never uses again for anything else.
    public let item: String
    /// The day, `2026-11-22`.
    public let day: String
    /// When it was done, in seconds since 1970-01-01 in UTC.
    public let date: Int

    /// A day for which `item` was done.
    public init(item: String, day: String, date: Int) {
        self.item = item
        self.day = day
        self.date = date
    }
}

/// What a game has kept from round to round.
public struct Kept: Hashable, Sendable {
    /// Texts by the keys under which the game has kept them.
    public var values: [String: String]
    /// What was done for days, in any order.
    public var days: [KeptDay]

    /// What was kept; nothing unless said otherwise.
    public init(values: [String: String] = [:], days: [KeptDay] = []) {
        self.values = values
        self.days = days
    }
}

/// Something to be written down for a game. Each is small, so that two programs at once keep what each has changed.
public enum KeptChange: Hashable, Sendable {
    /// A text in place of what stood under the same key.
    case value(key: String, String)
    /// Something was done for a day.
    case done(KeptDay)
    /// What was done for a day is taken back.
    case undone(KeptDay)
}

/// A game of which something stays from round to round: habits and their days, a best streak.
public protocol KeepingGame: Game {
    /// Whether one program alone may change what is kept, because its parts hang together; false unless the game says otherwise.
    static var isKeptAlone: Bool { get }
    /// Puts what was kept into a round, be it new or one that was saved: what was kept is the newer of the two.
    ///
    /// - Throws: `ThudError` where it was not kept by this game. Whoever plays on then would write over it.
    static func restore(_ kept: Kept, into round: inout Player.Rules) throws(ThudError)
    /// What is to be written down after the round has come from `before` to `after`; quickly made where nothing has changed.
    static func changes(from before: Player.Rules, to after: Player.Rules) -> [KeptChange]
}

extension KeepingGame {
    /// Several programs may change what is kept, each its own parts.
    public static var isKeptAlone: Bool { false }
}

/// A session of a game of which something stays, behind the common face.
public protocol KeepingSession: GameSession {
    /// Whether one program alone may change what is kept.
    var isKeptAlone: Bool { get }
    /// Puts what was kept into the round.
    ///
    /// - Throws: `ThudError` where it was not kept by this game.
    mutating func restore(_ kept: Kept) throws(ThudError)
    /// What is to be written down since the session was as `earlier` has it; nothing where that is one of another game.
    func changes(since earlier: any GameSession) -> [KeptChange]
}

extension TypedSession: KeepingSession where Played: KeepingGame {
    /// Whether one program alone may change what is kept.
    public var isKeptAlone: Bool { Played.isKeptAlone }

    /// Takes what was kept.
    public mutating func restore(_ kept: Kept) throws(ThudError) {
        var round = session.round
        try Played.restore(kept, into: &round)
        replaceRound(by: round)
    }

    /// What has changed of it.
    public func changes(since earlier: any GameSession) -> [KeptChange] {
        guard let earlier = earlier as? Self else { return [] }
        return Played.changes(from: earlier.session.round, to: session.round)
    }
}

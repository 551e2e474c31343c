import ThudCore

/// A game without its screens: what it takes to play it, by a person, a script or a bot, with or without a device. A
/// type without instances represents the game. It describes the game and creates the parts of each session.
package protocol Game: Sendable {
    /// The player model with its actions. The rules and cues follow from it.
    associatedtype Model: PlayerModel

    static var description: GameDescription { get }
    static func round(_ setup: RoundSetup) -> Rules
    /// Creates the player model. `seed` determines every movement. `isBot` says whether a simulated player plays, and
    /// not a person or a script.
    static func model(seed: UInt64, isBot: Bool, start: Instant) -> Model
    /// Reads a round that an earlier version of the game saved. Throws `DecodingError` if the data is no such round.
    static func restoreFormer(version: Int, from decoder: any Decoder) throws -> SavedState<Rules>

    /// Whether something is kept from round to round: habits and their days, a best streak.
    static var keepsProgress: Bool { get }
    /// Whether only one program at a time may change the kept data, because its parts depend on each other.
    static var isKeptAlone: Bool { get }
    /// Puts kept progress into a round, new or saved. The kept progress is newer than a saved round. Throws `ThudError`
    /// if another game kept it, because playing on would overwrite it.
    static func restore(_ kept: SavedProgress, into round: inout Rules) throws(ThudError)
    /// Returns what to save after the round has changed from `before` to `after`. It is fast if nothing has changed.
    static func changes(from before: Rules, to after: Rules) -> [SavedChange]
    /// Returns the longest streak of days that the kept progress still holds today. nil if the game counts none.
    static func streak(of kept: SavedProgress, on today: LocalDay) -> Int?
}

extension Game {
    package typealias Rules = Model.Rules

    package static func check(script text: String, file: String) throws(ThudError) {
        _ = try InputScript<SessionCommand<Model.Action>>(parsing: text, file: file)
    }

    package static func restoreFormer(version: Int, from decoder: any Decoder) throws -> SavedState<Rules> {
        throw DecodingError.dataCorrupted(
            .init(codingPath: [], debugDescription: "version \(version) of \(description.name) never saved rounds"))
    }

    package static var keepsProgress: Bool { false }
    package static var isKeptAlone: Bool { false }
    package static func restore(_ kept: SavedProgress, into round: inout Rules) {}
    package static func changes(from before: Rules, to after: Rules) -> [SavedChange] { [] }
    package static func streak(of kept: SavedProgress, on today: LocalDay) -> Int? { nil }
}

/// The text of a saved round: the round, with the data saved beside it.
package struct SavedState<Rules: Round>: Codable {
    /// Identifies the round.
    package let id: UInt64
    package let mode: String
    package let deck: String?
    /// The length of the whole round.
    package let seconds: Double
    package let tournament: Tournament?
    /// Whether it is the round of a day; nil from versions that did not keep it.
    package let isDaily: Bool?
    package let state: Rules

    package init(
        id: UInt64, mode: String, deck: String?, seconds: Double, tournament: Tournament?, isDaily: Bool? = nil,
        state: Rules
    ) {
        self.id = id
        self.mode = mode
        self.deck = deck
        self.seconds = seconds
        self.tournament = tournament
        self.isDaily = isDaily
        self.state = state
    }
}

/// The source of a session's commands.
package enum Performer: Sendable {
    case bot(rounds: Int)
    case script(text: String, file: String)
    case person
}

/// A suspended round, kept by code that does not know its game.
package struct SuspendedRound: Hashable, Sendable {
    package let round: any Round

    package init(_ round: any Round) { self.round = round }

    package static func == (first: Self, second: Self) -> Bool { AnyHashable(first.round) == AnyHashable(second.round) }
    package func hash(into hasher: inout Hasher) { round.hash(into: &hasher) }
}

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

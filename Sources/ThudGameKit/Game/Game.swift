import ThudCore

/// A game without its pictures: what it takes to play it, by person, script or bot, with or without a device.
///
/// A type without values stands for the game; it lists what there is and makes the beginning of each session.
package protocol Game: Sendable {
    /// The player model with its actions, and through it the rules and cues.
    associatedtype Model: PlayerModel

    static var description: GameDescription { get }
    static func round(_ setup: RoundSetup) -> Rules
    /// Makes the player model.
    ///
    /// - Parameters:
    ///   - seed: decides every movement.
    ///   - botRounds: how many rounds a simulated player plays; nil if a person or a script does.
    static func model(seed: UInt64, botRounds: Int?, start: Instant) -> Model
    /// Reads a round that a former version of the game has saved.
    ///
    /// - Throws: `DecodingError` if it is none.
    static func restoreFormer(version: Int, from decoder: any Decoder) throws -> FormerRound<Rules>

    /// Whether something stays from round to round: habits and their days, a best streak.
    static var keepsProgress: Bool { get }
    /// Whether only one program at a time may change what is kept, because its parts hang together.
    static var isKeptAlone: Bool { get }
    /// Puts what was kept into a round, be it new or one that was saved: what was kept is the newer of the two.
    ///
    /// - Throws: `ThudError` if it was not kept by this game. Anyone who plays on then would write over it.
    static func restore(_ kept: SavedProgress, into round: inout Rules) throws(ThudError)
    /// What is to be written down after the round has come from `before` to `after`; quickly made if nothing has changed.
    static func changes(from before: Rules, to after: Rules) -> [SavedChange]
}

extension Game {
    package typealias Rules = Model.Rules

    /// Checks the text of a script; `file` is what errors call it.
    package static func check(script text: String, file: String) throws(ThudError) {
        _ = try InputScript<SessionCommand<Model.Action>>(parsing: text, file: file)
    }

    package static func restoreFormer(version: Int, from decoder: any Decoder) throws -> FormerRound<Rules> {
        throw DecodingError.dataCorrupted(
            .init(codingPath: [], debugDescription: "no version \(version) of \(description.name) saved rounds"))
    }

    package static var keepsProgress: Bool { false }
    package static var isKeptAlone: Bool { false }
    package static func restore(_ kept: SavedProgress, into round: inout Rules) {}
    package static func changes(from before: Rules, to after: Rules) -> [SavedChange] { [] }
}

/// A round as a former version of its game has saved it, with what stood beside it.
package struct FormerRound<Rules: Round> {
    package let round: Rules
    package let mode: String
    package let length: Interval
    package let deck: String?
    package let tournament: Tournament?
    package let id: UInt64

    package init(round: Rules, mode: String, length: Interval, deck: String?, tournament: Tournament?, id: UInt64) {
        self.round = round
        self.mode = mode
        self.length = length
        self.deck = deck
        self.tournament = tournament
        self.id = id
    }
}

/// Who gives the commands of a session.
package enum Performer: Sendable {
    case bot(rounds: Int)
    /// The text of a script, and the name of its file for errors.
    case script(text: String, file: String)
    case person
}

/// A round that stands still, to be kept by who knows nothing of it.
package struct SuspendedRound: Hashable, Sendable {
    package let round: any Round

    /// Keeps `round`, which is suspended.
    package init(_ round: any Round) { self.round = round }

    /// Whether both are the same round of the same game.
    package static func == (first: Self, second: Self) -> Bool { first.round.equals(second.round) }
    package func hash(into hasher: inout Hasher) { round.hash(into: &hasher) }
}

extension Round {
    fileprivate func equals(_ other: any Round) -> Bool { other as? Self == self }
}

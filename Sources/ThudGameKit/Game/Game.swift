import ThudCore

/// A game without its pictures: what it takes to play it, by person, script or bot, with or without a device.
///
/// A type without values stands for the game; it lists what there is and makes the beginning of each session.
package protocol Game: Sendable {
    /// The body with its actions, and through it the rules and cues.
    associatedtype Player: PlayerModel

    /// What the program may know of it.
    static var description: GameDescription { get }
    static func round(_ setup: RoundSetup) -> Player.Rules
    /// The body of who plays.
    ///
    /// - Parameters:
    ///   - seed: decides every movement.
    ///   - botRounds: how many rounds a simulated player plays; nil where a person or a script does.
    static func player(seed: UInt64, botRounds: Int?, start: Instant) -> Player
    /// Reads a round that a former version of the game has saved.
    ///
    /// - Throws: `DecodingError` where it is none.
    static func restoreFormer(version: Int, from decoder: any Decoder) throws -> FormerRound<Player.Rules>
}

extension Game {
    /// The rules of the game.
    package typealias Rules = Player.Rules

    /// Checks the text of a script; `file` is what errors call it.
    package static func check(script text: String, file: String) throws(ThudError) {
        _ = try InputScript<SessionCommand<Player.Action>>(parsing: text, file: file)
    }

    /// Reads a round that a former version of the game has saved.
    package static func restoreFormer(version: Int, from decoder: any Decoder) throws -> FormerRound<Player.Rules> {
        throw DecodingError.dataCorrupted(
            .init(codingPath: [], debugDescription: "no version \(version) of \(description.name) saved rounds"))
    }
}

/// A round as a former version of its game has saved it, with what stood beside it.
package struct FormerRound<Rules: Round> {
    package let round: Rules
    package let mode: String
    /// The length of the whole round.
    package let length: Interval
    package let deck: String?
    /// The tournament that it belongs to.
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
    /// A simulated player, for so many rounds.
    case bot(rounds: Int)
    /// The text of a script, and the name of its file for errors.
    case script(text: String, file: String)
    /// A person at keys and pointer.
    case person
}

/// An effect as the program carries it out: of whatever game.
package typealias SessionEffect = TimedEffect<RoundEffect<CueName>>

/// A session of whatever game: one call a turn. Types are erased here, and nowhere on the way of a cue within a game.
package protocol GameSession: Sendable {
    var description: GameDescription { get }
    /// The stage of the round.
    var stage: RoundStage { get }
    var start: Instant { get }
    /// When something may happen next; nil once the player has left, and where nothing goes on by itself.
    var nextDeadline: Instant? { get }
    /// Whether a bot or a script will ask for another round.
    var hasRoundsLeft: Bool { get }
    /// Whether a script, or a bot, has nothing more to do unless the round goes on by itself.
    var isSimulationDone: Bool { get }

    /// Lets everything happen that is due at or before `target`, in order, and returns what it asks for.
    ///
    /// - Parameter noteGesture: called with a sample's instant the moment a gesture is found by it.
    mutating func advance(to target: Instant, noteGesture: (Instant) -> Void) -> [SessionEffect]
    /// Presses a button at `instant`, with the next `advance`.
    mutating func press(_ button: RoundButton, at instant: Instant)
    /// A call comes in at `instant`, with the next `advance`.
    mutating func interrupt(at instant: Instant)
    /// There is to be less motion from `instant` on, or as much as ever, with the next `advance`.
    mutating func reduceMotion(_ isReduced: Bool, at instant: Instant)
    /// Has a person do what a line of a script would ask for; false where it says nothing that the game knows.
    mutating func perform(line: String, at instant: Instant) -> Bool
    /// Has real sensors, which a person moves, read `sample`, with the next `advance`. They are to be told of in the order of their
    /// instants.
    mutating func feel(_ sample: MotionSample)
    /// Has the rounds to come follow another setup.
    mutating func adopt(_ setup: RoundSetup)
    /// Has one of the game's timings be another, of this round and of those to come.
    mutating func setTiming(_ name: String, to interval: Interval)
    /// The round as it is kept at `now`.
    func suspended(at now: Instant) -> SuspendedRound
    /// The session as it would go on if it were saved and restored at this moment, exactly: for tests of snapshots.
    func restored(by copy: (any Round) throws -> any Round) rethrows -> Self
}

extension GameSession {
    /// Lets everything happen that is due at or before `target`, in order, and returns what it asks for.
    package mutating func advance(to target: Instant) -> [SessionEffect] { advance(to: target) { _ in } }
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

import ThudCore

/// The player's body as a game feels it: what actions lead to, what the sensors and recognisers find, and what a simulated
/// player does. It is as pure as the round: the same actions at the same instants give the same events.
///
///     /// A game without sensors whose actions are its events.
///     struct TapModel: PlayerModel {
///         mutating func obey(_ action: Tap, by origin: ActionOrigin, at instant: Instant, _ round: TapRound) -> [Tap] { [action] }
///     }
package protocol PlayerModel: Sendable {
    associatedtype Rules: Round
    /// What can be asked of it: by a key, by the pointer, by a line of a script, by the bot.
    associatedtype Action: ScriptCommand

    /// When the sensors or recognisers have to be asked next; nil if nothing is due.
    var nextSample: Instant? { get }
    /// The first sample in which something may be found, unless something is done before; nil if there is none. Those up to it
    /// are read with it: a shell need not wake for each reading of a phone that lies still.
    var nextFinding: Instant? { get }
    /// Whether a simulated player will ask for another round.
    var hasRoundsLeft: Bool { get }

    /// What a reading of real sensors is among the actions; nil if the game has no use for them.
    static func action(feeling sample: MotionSample) -> Action?
    /// The session begins with `round`: what a simulated player is going to do.
    mutating func begin(_ round: Rules, at instant: Instant) -> [PlannedCommand<Action>]
    /// Reads the sensors at `nextSample`, which has to lie later afterwards, and returns what they find.
    mutating func sense(at instant: Instant, _ round: Rules) -> [Rules.Event]
    /// Does something, and returns what it amounts to at once. What a recogniser has still to decide comes by `sense`.
    mutating func obey(_ action: Action, by origin: ActionOrigin, at instant: Instant, _ round: Rules) -> [Rules.Event]
    /// The round has taken an event: what a simulated player is going to do about it.
    mutating func follow(
        _ effects: [RoundEffect<Rules.Cue>], from before: Rules, to after: Rules, at instant: Instant
    ) -> [PlannedCommand<Action>]
}

extension PlayerModel {
    package static func action(feeling sample: MotionSample) -> Action? { nil }
    package var nextSample: Instant? { nil }
    package var nextFinding: Instant? { nextSample }
    package var hasRoundsLeft: Bool { false }
    package mutating func begin(_ round: Rules, at instant: Instant) -> [PlannedCommand<Action>] { [] }
    package mutating func sense(at instant: Instant, _ round: Rules) -> [Rules.Event] { [] }
    package mutating func follow(
        _ effects: [RoundEffect<Rules.Cue>], from before: Rules, to after: Rules, at instant: Instant
    ) -> [PlannedCommand<Action>] { [] }
}

/// Who does an action. What a person does by a key *is* the gesture, at its own instant; what scripts and simulated players do
/// may go through the sensors.
package enum ActionOrigin: Hashable, Sendable {
    case hand
    case simulation
}

/// A command that waits for its instant.
package struct PlannedCommand<Action: ScriptCommand>: Hashable, Sendable {
    package let command: SessionCommand<Action>
    package internal(set) var instant: Instant
    let origin: ActionOrigin

    package init(
        _ command: SessionCommand<Action>, at instant: Instant, by origin: ActionOrigin = .simulation
    ) {
        self.command = command
        self.instant = instant
        self.origin = origin
    }
}

import ThudCore

/// The player's body as a game senses it: the effect of actions, the findings of sensors and recognisers, and the
/// behaviour of a simulated player. It is as pure as the round: equal actions at equal instants give equal events.
///
///     /// A game without sensors whose actions are its events.
///     struct TapModel: PlayerModel {
///         mutating func obey(_ action: Tap, by origin: ActionOrigin, at instant: Instant, _ round: TapRound) -> [Tap]
///         { [action] }
///     }
package protocol PlayerModel: Sendable {
    associatedtype Rules: Round
    /// An action that a key, the pointer, a line of a script or the bot can request.
    associatedtype Action: ScriptCommand

    /// When the sensors or recognisers must be read next. nil if nothing is due.
    var nextSample: Instant? { get }
    /// The first sample that may contain a finding if nothing is done before. nil if there is none. The samples before
    /// it are read with it, so a shell need not wake for each reading of a phone that lies still.
    var nextFinding: Instant? { get }

    /// Returns the action that a reading of real sensors means. nil if the game does not use sensors.
    static func action(feeling sample: MotionSample) -> Action?
    /// Reads the sensors at `nextSample` and returns their findings. Afterwards `nextSample` must be later.
    mutating func sense(at instant: Instant, _ round: Rules) -> [Rules.Event]
    /// Performs an action and returns its immediate events. What a recogniser has yet to decide comes through `sense`.
    mutating func obey(_ action: Action, by origin: ActionOrigin, at instant: Instant, _ round: Rules) -> [Rules.Event]
    /// Reacts to an event that the round has taken, or to the start of the session, before which there is no round.
    /// Returns the plans of a simulated player.
    mutating func follow(
        _ effects: [RoundEffect<Rules.Cue>], from before: Rules?, to after: Rules, at instant: Instant
    ) -> [PlannedCommand<Action>]
}

extension PlayerModel {
    package static func action(feeling sample: MotionSample) -> Action? { nil }
    package var nextSample: Instant? { nil }
    package var nextFinding: Instant? { nextSample }
    package mutating func sense(at instant: Instant, _ round: Rules) -> [Rules.Event] { [] }
    package mutating func follow(
        _ effects: [RoundEffect<Rules.Cue>], from before: Rules?, to after: Rules, at instant: Instant
    ) -> [PlannedCommand<Action>] { [] }
}

/// The source of an action. A person's key *is* the gesture, at its own instant. Actions of scripts and simulated
/// players may go through the sensors.
package enum ActionOrigin: Hashable, Sendable {
    case hand
    case simulation
}

package struct PlannedCommand<Action: ScriptCommand>: Hashable, Sendable {
    package let command: SessionCommand<Action>
    package let instant: Instant
    let origin: ActionOrigin

    package init(_ command: SessionCommand<Action>, at instant: Instant, by origin: ActionOrigin = .simulation) {
        self.command = command
        self.instant = instant
        self.origin = origin
    }
}

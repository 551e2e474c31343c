import ThudCore
import ThudGameKit
import ThudInput
import ThudTerminal

/// A game with its pictures. The shell draws what all games have: title, menus, hand-over, countdown, pause, result, podium;
/// the game draws its round in the stages `ready` and `playing`.
package protocol GameView: Game {
    static var theme: Theme { get }
    /// Draws the round, in the stages `ready` and `playing`.
    static func draw(_ scene: RoundScene<Model>, on canvas: inout Canvas)
    /// Draws, over the hand-over and the result, what of the round is still on its way: a prompt that was answered.
    static func drawLeaving(_ scene: RoundScene<Model>, on canvas: inout Canvas)
    /// Whether the picture of the round changes by itself in those stages.
    static func isMoving(_ scene: RoundScene<Model>) -> Bool
    /// What the picture depends on beside the size of the screen, where that is little: as long as two are equal, no frame is
    /// drawn. nil if every frame is to be drawn.
    static func stillFrame(_ scene: RoundScene<Model>, size: Size) -> AnyHashable?
    /// Whether characters go into a field of the round, so that none of them leaves it.
    static func isTyping(in round: Rules) -> Bool
    static func figures(of round: Rules, at now: Instant) -> RoundFigures
    /// What the result tells; nil as long as there is none.
    static func result(of round: Rules) -> ResultContent?
    /// What a player asks for by an input; none if it means nothing to the game.
    ///
    /// Keys and the pointer come here first as they are, then as the action that the shell has found in them.
    static func commands(
        for input: RoundInput, in round: Rules, size: Size
    ) -> [SessionCommand<Model.Action>]
}

extension GameView {
    package static func drawLeaving(_ scene: RoundScene<Model>, on canvas: inout Canvas) {}
    package static func isMoving(_ scene: RoundScene<Model>) -> Bool { true }
    package static func stillFrame(_ scene: RoundScene<Model>, size: Size) -> AnyHashable? { nil }
    package static func isTyping(in round: Rules) -> Bool { false }
    package static func figures(of round: Rules, at now: Instant) -> RoundFigures { RoundFigures() }
    package static func result(of round: Rules) -> ResultContent? { nil }

    /// A session that begins with a new round at `start`.
    ///
    /// - Throws: `ThudError` if the script has errors.
    package static func session(
        _ setup: RoundSetup, by performer: Performer, start: Instant
    ) throws(ThudError) -> any GameSession {
        try Session<Self>(round(setup), by: performer, seed: setup.seed, start: start)
    }

    /// What a round that was kept tells of itself; nothing if it is a round of another game.
    package static func figures(of kept: SuspendedRound) -> RoundFigures {
        guard let round = kept.round as? Rules else { return RoundFigures() }
        return figures(of: round, at: Instant(nanoseconds: 0))
    }

    /// A session that goes on with a round that was kept; nil if it is a round of another game.
    ///
    /// - Throws: `ThudError` if the script has errors.
    package static func session(
        resuming kept: SuspendedRound, lead: Interval, seed: UInt64, by performer: Performer, start: Instant
    ) throws(ThudError) -> (any GameSession)? {
        guard var round = kept.round as? Rules else { return nil }
        round.adapt(toLead: lead)
        return try Session<Self>(round, by: performer, seed: seed, start: start)
    }
}

/// A round at a moment, as it is drawn.
package struct RoundScene<Model: PlayerModel> {
    package let round: Model.Rules
    /// The player model, for pictures of how the phone is held.
    package let model: Model
    /// The moment. All movement follows from instants, not from frames.
    package let now: Instant
    /// How long the present stage has been there, in seconds.
    package let age: Double
    /// What became of the last cues, the latest at the end.
    package let felt: [CueFeedback]
}

/// What a player does while a round is on the screen.
package enum RoundInput: Hashable, Sendable {
    /// A key as it is: pressed, repeated or released.
    case key(KeyEvent)
    case pointer(PointerEvent)
    /// What the shell has found in an input: a direction, the primary action, a place of the canvas that was pressed.
    case action(ShellAction)
}

/// What the pause and the hand-over tell of a round.
package struct RoundFigures: Hashable, Sendable {
    package var remaining: Interval?
    /// The points so far.
    package var score: Int?
    /// Who takes the device, in a round that players share.
    package var turn: Turn?

    /// A turn of one of the players who share a round.
    package struct Turn: Hashable, Sendable {
        package let player: String
        /// Which turn it is, from 1.
        package let number: Int
        /// After how many turns it can be over.
        package let count: Int

        /// The turn of `player`, which is the turn `number` of `count`.
        package init(player: String, number: Int, of count: Int) {
            self.player = player
            self.number = number
            self.count = count
        }
    }

    /// Figures; nil where there are none.
    package init(remaining: Interval? = nil, score: Int? = nil, turn: Turn? = nil) {
        self.remaining = remaining
        self.score = score
        self.turn = turn
    }
}

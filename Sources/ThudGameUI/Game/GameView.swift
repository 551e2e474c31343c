import ThudCore
import ThudGameKit
import ThudInput
import ThudTerminal

/// A game with its screens. The shell draws what all games share: title, menus, hand-over, countdown, pause, result
/// and podium. The game draws its round in the stages `ready` and `playing`.
package protocol GameView: Game {
    static var theme: Theme { get }
    static func draw(_ scene: RoundScene<Model>, on canvas: inout Canvas)
    /// Draws, over the hand-over and the result, what is still leaving the screen, such as an answered prompt.
    static func drawLeaving(_ scene: RoundScene<Model>, on canvas: inout Canvas)
    /// Whether the picture of the round moves without input in those stages.
    static func isMoving(_ scene: RoundScene<Model>) -> Bool
    /// Returns what the picture depends on apart from the screen size, if that is little. While two values are equal,
    /// no frame is drawn. nil if every frame must be drawn.
    static func stillFrame(_ scene: RoundScene<Model>, size: Size) -> AnyHashable?
    /// Whether characters go into a text field of the round, so that no letter acts as a command.
    static func isTyping(in round: Rules) -> Bool
    static func figures(of round: Rules, at now: Instant) -> RoundFigures
    /// Returns the contents of the result screen. nil while there is no result.
    static func result(of round: Rules) -> ResultContent?
    /// Returns the commands that an input means, none if it means nothing to the game. Keys and pointer events arrive
    /// first in raw form, then as the action that the shell has found in them. `page` is the canvas's, as it was drawn.
    static func commands(
        for input: RoundInput, in round: Rules, size: Size, page: Area
    ) -> [SessionCommand<Model.Action>]
}

extension GameView {
    package static func drawLeaving(_ scene: RoundScene<Model>, on canvas: inout Canvas) {}
    package static func isMoving(_ scene: RoundScene<Model>) -> Bool { true }
    package static func stillFrame(_ scene: RoundScene<Model>, size: Size) -> AnyHashable? { nil }
    package static func isTyping(in round: Rules) -> Bool { false }
    package static func figures(of round: Rules, at now: Instant) -> RoundFigures { RoundFigures() }

    /// Returns the title of a player's place in a tournament.
    package static func title(of standing: Standing, inEnglish: Bool) -> String {
        theme.words.title(description.title(of: standing), inEnglish: inEnglish)
    }
    /// The words that ask the player to get ready; nil if there are none.
    package static func readyCall(inEnglish: Bool) -> String? {
        description.readyCall.map { theme.words.title($0, inEnglish: inEnglish) }
    }

    /// Creates a session that begins with a new round at `start`. Throws `ThudError` if the script has errors.
    package static func session(
        _ setup: RoundSetup, by performer: Performer, start: Instant
    ) throws(ThudError) -> any GameSession {
        try Session<Self>(round(setup), by: performer, seed: setup.seed, start: start)
    }

    /// Returns the figures of a saved round, empty if it is a round of another game.
    package static func figures(of kept: SuspendedRound) -> RoundFigures {
        guard let round = kept.round as? Rules else { return RoundFigures() }
        return figures(of: round, at: Instant(nanoseconds: 0))
    }

    /// Creates a session that continues a saved round, nil if another game saved it. Throws if the script has errors.
    package static func session(
        resuming kept: SuspendedRound, lead: Interval, seed: UInt64, by performer: Performer, start: Instant
    ) throws(ThudError) -> (any GameSession)? {
        guard var round = kept.round as? Rules else { return nil }
        round.adapt(toLead: lead)
        return try Session<Self>(round, by: performer, seed: seed, start: start)
    }
}

/// A round at one moment, as it is drawn.
package struct RoundScene<Model: PlayerModel> {
    package let round: Model.Rules
    /// The player model, for pictures of how the phone is held.
    package let model: Model
    /// The moment to draw. All movement follows from instants, not from frames.
    package let now: Instant
    /// The time since the present stage began, in seconds.
    package let age: Double
    /// The outcomes of the last cues, the latest at the end.
    package let felt: [CueFeedback]
}

/// A player's input while a round is on the screen.
package enum RoundInput: Hashable, Sendable {
    /// A raw key event: pressed, repeated or released.
    case key(KeyEvent)
    case pointer(PointerEvent)
    /// What the shell has found in an input: a direction, the primary action, or a pressed target of the canvas.
    case action(ShellAction)
}

/// The figures of a round that the pause and the hand-over show.
package struct RoundFigures: Hashable, Sendable {
    package var remaining: Interval?
    package var score: Int?
    /// Who takes the device next, in a round that players share.
    package var turn: PlayerTurn?

    package struct PlayerTurn: Hashable, Sendable {
        package let player: String
        /// The number of the turn, from 1.
        package let number: Int
        /// The number of turns after which the round can be over.
        package let count: Int

        package init(player: String, number: Int, of count: Int) {
            self.player = player
            self.number = number
            self.count = count
        }
    }

    package init(remaining: Interval? = nil, score: Int? = nil, turn: PlayerTurn? = nil) {
        self.remaining = remaining
        self.score = score
        self.turn = turn
    }
}

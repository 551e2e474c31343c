import ThudCore
import ThudGameKit
import ThudInput
import ThudTerminal

/// A game with its pictures. The shell draws what all games have: title, menus, hand-over, countdown, pause, result, podium;
/// the game draws its round in the stages `ready` and `playing`.
package protocol GameView: Game {
    /// How the common screens look and speak.
    static var theme: Theme { get }
    /// Draws the round, in the stages `ready` and `playing`.
    static func draw(_ scene: RoundScene<Player>, on canvas: inout Canvas)
    /// Draws, over the hand-over and the result, what of the round is still on its way: a prompt that was answered.
    static func drawLeaving(_ scene: RoundScene<Player>, on canvas: inout Canvas)
    /// Whether the picture of the round changes by itself in those stages.
    static func isMoving(_ scene: RoundScene<Player>) -> Bool
    /// What the picture depends on beside the size of the screen, where that is little: as long as two are equal, no frame is
    /// drawn. nil where every frame is to be drawn.
    static func stillFrame(_ scene: RoundScene<Player>, size: Size) -> AnyHashable?
    /// Whether characters go into a field of the round, so that none of them leaves it.
    static func isTyping(in round: Player.Rules) -> Bool
    /// What the pause tells of the round.
    static func figures(of round: Player.Rules, at now: Instant) -> RoundFigures
    /// What the result tells; nil as long as there is none.
    static func result(of round: Player.Rules) -> ResultContent?
    /// What a player asks for by an input; none where it means nothing to the game.
    ///
    /// Keys and the pointer come here first as they are, then as the action that the shell has found in them.
    static func commands(
        for input: RoundInput, in round: Player.Rules, size: Size
    ) -> [SessionCommand<Player.Action>]
}

extension GameView {
    /// Nothing is on its way.
    package static func drawLeaving(_ scene: RoundScene<Player>, on canvas: inout Canvas) {}
    /// Whether the picture changes by itself; true unless the game says otherwise.
    package static func isMoving(_ scene: RoundScene<Player>) -> Bool { true }
    /// What the picture depends on, where that is little.
    package static func stillFrame(_ scene: RoundScene<Player>, size: Size) -> AnyHashable? { nil }
    package static func isTyping(in round: Player.Rules) -> Bool { false }
    package static func figures(of round: Player.Rules, at now: Instant) -> RoundFigures { RoundFigures() }
    /// What the result of a round tells; nil as long as there is none.
    package static func result(of round: Player.Rules) -> ResultContent? { nil }

    /// A session that begins with a new round at `start`.
    ///
    /// - Throws: `ThudError` where the script has errors.
    package static func session(
        _ setup: RoundSetup, by performer: Performer, start: Instant
    ) throws(ThudError) -> any ShownSession {
        try TypedSession<Self>(round(setup), by: performer, seed: setup.seed, start: start)
    }

    /// What a round that was kept tells of itself; nothing where it is a round of another game.
    package static func figures(of kept: SuspendedRound) -> RoundFigures {
        guard let round = kept.round as? Player.Rules else { return RoundFigures() }
        return figures(of: round, at: Instant(nanoseconds: 0))
    }

    /// A session that goes on with a round that was kept; nil where it is a round of another game.
    ///
    /// - Throws: `ThudError` where the script has errors.
    package static func session(
        resuming kept: SuspendedRound, lead: Interval, seed: UInt64, by performer: Performer, start: Instant
    ) throws(ThudError) -> (any ShownSession)? {
        guard var round = kept.round as? Player.Rules else { return nil }
        round.adapt(toLead: lead)
        return try TypedSession<Self>(round, by: performer, seed: seed, start: start)
    }
}

/// A round at a moment, as it is drawn.
package struct RoundScene<Player: PlayerModel> {
    package let round: Player.Rules
    /// The body, for pictures of how it is held.
    package let player: Player
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
    /// The pointer as it is.
    case pointer(PointerEvent)
    /// What the shell has found in an input: a direction, the primary action, a place of the canvas that was pressed.
    case action(ShellAction)
}

/// What the pause and the hand-over tell of a round.
package struct RoundFigures: Hashable, Sendable {
    /// How much of it is left.
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

/// A session of whatever game, with its pictures.
package protocol ShownSession: GameSession {
    /// How the common screens look and speak.
    var theme: Theme { get }
    /// When the round will next change by itself: in a countdown, its end.
    var roundDeadline: Instant? { get }
    /// Whether characters go into a field of the round.
    var isTyping: Bool { get }
    /// What the result tells; nil as long as there is none.
    var result: ResultContent? { get }
    /// What the pause tells of the round.
    func figures(at now: Instant) -> RoundFigures
    /// Draws the round in its stages `ready` and `playing`.
    ///
    /// - Parameters:
    ///   - age: how long the stage has been there, in seconds.
    ///   - felt: what became of the last cues, the latest at the end.
    func draw(at now: Instant, age: Double, felt: [CueFeedback], on canvas: inout Canvas)
    /// Draws what of the round is still on its way, over the screens of all games.
    func drawLeaving(at now: Instant, on canvas: inout Canvas)
    /// Whether that picture changes by itself.
    func isMoving(at now: Instant, age: Double) -> Bool
    /// What that picture depends on, where that is little.
    func stillFrame(at now: Instant, age: Double, size: Size) -> AnyHashable?
    /// Has a person's input act at `instant`, with the next `advance`; false where it means nothing to the game.
    mutating func take(_ input: RoundInput, size: Size, at instant: Instant) -> Bool
}

extension TypedSession: ShownSession where Played: GameView {
    /// How the common screens look and speak.
    package var theme: Theme { Played.theme }
    /// When the round will next change by itself.
    package var roundDeadline: Instant? { session.round.nextDeadline }
    /// Whether the round takes what is typed as text.
    package var isTyping: Bool { Played.isTyping(in: session.round) }
    package var result: ResultContent? { Played.result(of: session.round) }
    /// What the pause tells of the round.
    package func figures(at now: Instant) -> RoundFigures { Played.figures(of: session.round, at: now) }

    package func draw(at now: Instant, age: Double, felt: [CueFeedback], on canvas: inout Canvas) {
        Played.draw(scene(now, age, felt), on: &canvas)
    }

    /// Draws what is still on its way.
    package func drawLeaving(at now: Instant, on canvas: inout Canvas) {
        Played.drawLeaving(scene(now, 0), on: &canvas)
    }

    /// Whether the picture changes by itself.
    package func isMoving(at now: Instant, age: Double) -> Bool { Played.isMoving(scene(now, age)) }

    /// What the picture depends on, where that is little.
    package func stillFrame(at now: Instant, age: Double, size: Size) -> AnyHashable? {
        Played.stillFrame(scene(now, age), size: size)
    }

    /// Has a person's input act at `instant`; false where it means nothing to the game.
    package mutating func take(_ input: RoundInput, size: Size, at instant: Instant) -> Bool {
        let commands = Played.commands(for: input, in: session.round, size: size)
        for command in commands { press(command, at: instant) }
        return !commands.isEmpty
    }

    private func scene(_ now: Instant, _ age: Double, _ felt: [CueFeedback] = []) -> RoundScene<Played.Player> {
        RoundScene(round: session.round, player: session.player, now: now, age: age, felt: felt)
    }
}

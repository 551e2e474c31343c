import ThudCore
import ThudGameKit
import ThudTerminal

/// A session of whatever game, for code that does not know the game. Types are erased here and nowhere else.
package protocol GameSession: Sendable {
    var game: any GameView.Type { get }
    var stage: RoundStage { get }
    var start: Instant { get }
    /// When something may happen next; nil once the player has left, and if nothing goes on by itself.
    var nextDeadline: Instant? { get }
    /// When the round will next change by itself: in a countdown, its end.
    var roundDeadline: Instant? { get }
    /// Whether a bot or a script will ask for another round.
    var hasRoundsLeft: Bool { get }
    /// Whether a script, or a bot, has nothing more to do unless the round goes on by itself.
    var isSimulationDone: Bool { get }
    /// Whether characters go into a field of the round.
    var isTyping: Bool { get }
    /// What the result tells; nil as long as there is none.
    var result: ResultContent? { get }

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
    /// Does what a line of a script would ask for, as a person; false if it says nothing that the game knows.
    mutating func perform(line: String, at instant: Instant) -> Bool
    /// Takes a reading of real sensors, which a person moves, with the next `advance`. Readings come in the order of their instants.
    mutating func feel(_ sample: MotionSample)
    /// Does what a person's input asks for at `instant`, with the next `advance`; false if it means nothing to the game.
    mutating func take(_ input: RoundInput, size: Size, at instant: Instant) -> Bool

    /// Makes the rounds to come follow another setup.
    mutating func adopt(_ setup: RoundSetup)
    /// Changes one of the game's timings, of this round and of those to come.
    mutating func setTiming(_ name: String, to interval: Interval)
    /// The round as it is kept at `now`.
    func suspended(at now: Instant) -> SuspendedRound
    /// Puts what was kept into the round.
    ///
    /// - Throws: `ThudError` if it was not kept by this game.
    mutating func restore(_ kept: SavedProgress) throws(ThudError)
    /// What is to be written down since the session was as `earlier` has it; nothing if that is one of another game.
    func changes(since earlier: any GameSession) -> [SavedChange]

    func figures(at now: Instant) -> RoundFigures
    /// Draws the round in its stages `ready` and `playing`.
    ///
    /// - Parameters:
    ///   - age: how long the stage has been there, in seconds.
    ///   - felt: what became of the last cues, the latest at the end.
    func draw(at now: Instant, age: Double, felt: [CueFeedback], on canvas: inout Canvas)
    /// Draws what of the round is still on its way, over the screens of all games.
    func drawLeaving(at now: Instant, on canvas: inout Canvas)
    func isMoving(at now: Instant, age: Double) -> Bool
    /// What that picture depends on, if that is little.
    func stillFrame(at now: Instant, age: Double, size: Size) -> AnyHashable?
}

extension GameSession {
    package var description: GameDescription { game.description }
    package var theme: Theme { game.theme }

    /// Lets everything happen that is due at or before `target`, in order, and returns what it asks for.
    package mutating func advance(to target: Instant) -> [SessionEffect] { advance(to: target) { _ in } }
}

extension Session: GameSession where Played: GameView {
    package var game: any GameView.Type { Played.self }
    package var stage: RoundStage { round.stage }
    package var roundDeadline: Instant? { round.nextDeadline }
    package var isTyping: Bool { Played.isTyping(in: round) }
    package var result: ResultContent? { Played.result(of: round) }

    package mutating func take(_ input: RoundInput, size: Size, at instant: Instant) -> Bool {
        let commands = Played.commands(for: input, in: round, size: size)
        for command in commands { give(command, at: instant) }
        return !commands.isEmpty
    }

    package mutating func adopt(_ setup: RoundSetup) { round.adopt(setup) }
    package mutating func setTiming(_ name: String, to interval: Interval) { round.setTiming(name, to: interval) }
    package func suspended(at now: Instant) -> SuspendedRound { SuspendedRound(round.suspended(at: now)) }
    package mutating func restore(_ kept: SavedProgress) throws(ThudError) { try Played.restore(kept, into: &round) }
    package func changes(since earlier: any GameSession) -> [SavedChange] {
        (earlier as? Self).map { Played.changes(from: $0.round, to: round) } ?? []
    }

    package func figures(at now: Instant) -> RoundFigures { Played.figures(of: round, at: now) }
    package func draw(at now: Instant, age: Double, felt: [CueFeedback], on canvas: inout Canvas) {
        Played.draw(scene(now, age, felt), on: &canvas)
    }
    package func drawLeaving(at now: Instant, on canvas: inout Canvas) {
        Played.drawLeaving(scene(now, 0), on: &canvas)
    }
    package func isMoving(at now: Instant, age: Double) -> Bool { Played.isMoving(scene(now, age)) }
    package func stillFrame(at now: Instant, age: Double, size: Size) -> AnyHashable? {
        Played.stillFrame(scene(now, age), size: size)
    }

    private func scene(_ now: Instant, _ age: Double, _ felt: [CueFeedback] = []) -> RoundScene<Played.Model> {
        RoundScene(round: round, model: model, now: now, age: age, felt: felt)
    }
}

import ThudCore
import ThudGameKit
import ThudTerminal

/// A session of any game, for code that does not know the game. Types are erased here and nowhere else.
package protocol GameSession: Sendable {
    var stage: RoundStage { get }
    var start: Instant { get }
    /// The next instant at which something may happen. nil after the player has left, and if nothing is pending.
    var nextDeadline: Instant? { get }
    /// The instant of the round's next change without input. In a countdown, this is its end.
    var roundDeadline: Instant? { get }
    /// Whether that change only repeats what goes on until the player ends it.
    var onlyRepeats: Bool { get }
    /// Whether a bot will request another round.
    var hasRoundsLeft: Bool { get }
    /// Whether a script or bot has nothing left to do unless the round continues without input.
    var isSimulationDone: Bool { get }
    var isTyping: Bool { get }
    var result: ResultContent? { get }

    /// Processes everything due at or before `target`, in order, and returns the requested effects. Calls
    /// `noteGesture` with the instant of a sample as soon as a gesture is found in it.
    mutating func advance(to target: Instant, noteGesture: (Instant) -> Void) -> [SessionEffect]
    /// Presses a button at `instant`, with the next `advance`.
    mutating func press(_ button: RoundButton, at instant: Instant)
    /// Interrupts the round at `instant` as an incoming call does, with the next `advance`.
    mutating func interrupt(at instant: Instant)
    /// Turns reduced motion on or off from `instant` on, with the next `advance`.
    mutating func reduceMotion(_ isReduced: Bool, at instant: Instant)
    /// Performs a line of a script as a person's input. Returns false if the game does not know the line.
    mutating func perform(line: String, at instant: Instant) -> Bool
    /// Takes a reading of real sensors, with the next `advance`. Readings must come in the order of their instants.
    mutating func feel(_ sample: MotionSample)
    /// Performs a person's input at `instant`, with the next `advance`. Returns false if the game ignores it. `page` is
    /// the part of the screen on which the player saw the round.
    mutating func take(_ input: RoundInput, size: Size, page: Area, at instant: Instant) -> Bool

    mutating func adopt(_ setup: RoundSetup)
    mutating func setTiming(_ name: String, to interval: Interval)
    /// Returns the round at `now` in the form in which it is saved.
    func suspended(at now: Instant) -> SuspendedRound
    /// Restores saved progress into the round. Throws `ThudError` if another game saved it.
    mutating func restore(_ kept: SavedProgress) throws(ThudError)
    /// Returns the changes to save since `earlier`, or none if that is a session of another game.
    func changes(since earlier: any GameSession) -> [SavedChange]

    func figures(at now: Instant) -> RoundFigures
    /// Draws the round in its stages `ready` and `playing`. `age` is the time since the stage began, in seconds.
    /// `felt` holds the outcomes of the last cues, the latest at the end.
    func draw(at now: Instant, age: Double, felt: [CueFeedback], on canvas: inout Canvas)
    /// Draws the parts of the round that are still leaving the screen, over the screens that all games share.
    func drawLeaving(at now: Instant, on canvas: inout Canvas)
    func isMoving(at now: Instant, age: Double) -> Bool
    /// Returns what that picture depends on, if that is little. nil if every frame must be drawn.
    func stillFrame(at now: Instant, age: Double, size: Size) -> AnyHashable?
}

extension GameSession {
    package mutating func advance(to target: Instant) -> [SessionEffect] { advance(to: target) { _ in } }
    package mutating func take(_ input: RoundInput, size: Size, at instant: Instant) -> Bool {
        take(input, size: size, page: size.page, at: instant)
    }
}

extension Session: GameSession where Played: GameView {
    package var stage: RoundStage { round.stage }
    package var roundDeadline: Instant? { round.nextDeadline }
    package var onlyRepeats: Bool { round.onlyRepeats }
    package var isTyping: Bool { Played.isTyping(in: round) }
    package var result: ResultContent? { Played.result(of: round) }

    package mutating func take(_ input: RoundInput, size: Size, page: Area, at instant: Instant) -> Bool {
        let commands = Played.commands(for: input, in: round, size: size, page: page)
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

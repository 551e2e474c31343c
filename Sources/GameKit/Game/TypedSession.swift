public import ThudCore

/// A session of one game behind the common face.
public struct TypedSession<Played: Game>: GameSession {
    /// The session with all its types.
    public private(set) var session: Session<Played.Player>

    /// Wraps a session.
    public init(_ session: Session<Played.Player>, of game: Played.Type = Played.self) { self.session = session }

    /// A session that begins with `round` at `start`.
    ///
    /// - Throws: `ThudError` where the script has errors.
    public init(
        _ round: Played.Rules, by performer: Performer, seed: UInt64, start: Instant, of game: Played.Type = Played.self
    ) throws(ThudError) {
        var rounds: Int?
        if case .bot(let count) = performer { rounds = count }
        var script = InputScript<Session<Played.Player>.Command>()
        if case .script(let text, let file) = performer { script = try InputScript(parsing: text, file: file) }
        session = Session(
            round: round, player: Played.player(seed: seed, botRounds: rounds, start: start), script: script,
            start: start)
    }

    /// The game.
    public var description: GameDescription { Played.description }
    /// The stage of the round.
    public var stage: RoundStage { session.round.stage }
    /// When the session began.
    public var start: Instant { session.start }
    /// When something may happen next; nil once the player has left, and where nothing goes on by itself.
    public var nextDeadline: Instant? { session.nextDeadline }
    /// Whether a simulated player will ask for another round.
    public var hasRoundsLeft: Bool { session.hasRoundsLeft }
    /// Whether a script or a bot has nothing more to do.
    public var isSimulationDone: Bool { session.isSimulationDone }

    /// Lets everything happen that is due at or before `target`, in order, and returns what it asks for.
    public mutating func advance(to target: Instant, noteGesture: (Instant) -> Void) -> [SessionEffect] {
        session.advance(to: target, noteGesture: noteGesture).map { effect in
            SessionEffect(effect.effect.map(\.name), cause: effect.cause)
        }
    }

    /// Presses a button at `instant`, with the next `advance`.
    public mutating func press(_ button: RoundButton, at instant: Instant) {
        session.press(.press(button), at: instant)
    }
    /// A call comes in at `instant`, with the next `advance`.
    public mutating func interrupt(at instant: Instant) { session.press(.interruption, at: instant) }
    /// There is to be less motion from `instant` on, or as much as ever, with the next `advance`.
    public mutating func reduceMotion(_ isReduced: Bool, at instant: Instant) {
        session.press(.reduceMotion(isReduced), at: instant)
    }

    /// Has a person give a command of the game itself.
    public mutating func press(_ command: Session<Played.Player>.Command, at instant: Instant) {
        session.press(command, at: instant)
    }

    /// Has a person do what a line of a script would ask for; false where it says nothing that the game knows.
    public mutating func perform(line: String, at instant: Instant) -> Bool {
        let words = line.split(separator: " ").map(String.init)
        guard let word = words.first,
            let command = Session<Played.Player>.Command(word: word, arguments: Array(words.dropFirst()))
        else { return false }
        session.press(command, at: instant)
        return true
    }

    /// Has real sensors read `sample`.
    public mutating func feel(_ sample: MotionSample) {
        guard let deed = Played.Player.deed(feeling: sample) else { return }
        session.press(.deed(deed), at: sample.instant)
    }

    /// Puts a round in the place of the present one.
    mutating func replaceRound(by round: Played.Rules) { session.replaceRound(by: round) }

    /// Has the rounds to come follow another setup.
    public mutating func adopt(_ setup: RoundSetup) { session.adopt(setup) }
    /// Has one of the game's timings be another, of this round and of those to come.
    public mutating func retime(_ name: String, to interval: Interval) { session.retime(name, to: interval) }
    /// The round as it is kept at `now`.
    public func suspended(at now: Instant) -> SuspendedRound { SuspendedRound(session.round.suspended(at: now)) }

    /// The session with a copy of its round.
    public func restored(by copy: (any Round) throws -> any Round) rethrows -> Self {
        guard let round = try copy(session.round) as? Played.Rules else { return self }
        var restored = self
        restored.session.replaceRound(by: round)
        return restored
    }
}

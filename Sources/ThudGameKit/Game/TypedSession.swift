import ThudCore

/// A session of one game behind the common face.
package struct TypedSession<Played: Game>: GameSession {
    /// The session with all its types.
    package private(set) var session: Session<Played.Player>

    package init(_ session: Session<Played.Player>, of game: Played.Type = Played.self) { self.session = session }

    /// A session that begins with `round` at `start`.
    ///
    /// - Throws: `ThudError` where the script has errors.
    package init(
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

    package var description: GameDescription { Played.description }
    /// The stage of the round.
    package var stage: RoundStage { session.round.stage }
    package var start: Instant { session.start }
    /// When something may happen next; nil once the player has left, and where nothing goes on by itself.
    package var nextDeadline: Instant? { session.nextDeadline }
    /// Whether a simulated player will ask for another round.
    package var hasRoundsLeft: Bool { session.hasRoundsLeft }
    /// Whether a script or a bot has nothing more to do.
    package var isSimulationDone: Bool { session.isSimulationDone }

    /// Lets everything happen that is due at or before `target`, in order, and returns what it asks for.
    package mutating func advance(to target: Instant, noteGesture: (Instant) -> Void) -> [SessionEffect] {
        session.advance(to: target, noteGesture: noteGesture).map { effect in
            SessionEffect(effect.effect.map(\.name), cause: effect.cause)
        }
    }

    /// Presses a button at `instant`, with the next `advance`.
    package mutating func press(_ button: RoundButton, at instant: Instant) {
        session.press(.press(button), at: instant)
    }
    /// A call comes in at `instant`, with the next `advance`.
    package mutating func interrupt(at instant: Instant) { session.press(.interruption, at: instant) }
    /// There is to be less motion from `instant` on, or as much as ever, with the next `advance`.
    package mutating func reduceMotion(_ isReduced: Bool, at instant: Instant) {
        session.press(.reduceMotion(isReduced), at: instant)
    }

    /// Has a person give a command of the game itself.
    package mutating func press(_ command: Session<Played.Player>.Command, at instant: Instant) {
        session.press(command, at: instant)
    }

    /// Has a person do what a line of a script would ask for; false where it says nothing that the game knows.
    package mutating func perform(line: String, at instant: Instant) -> Bool {
        let words = line.split(separator: " ").map(String.init)
        guard let word = words.first,
            let command = Session<Played.Player>.Command(word: word, arguments: Array(words.dropFirst()))
        else { return false }
        session.press(command, at: instant)
        return true
    }

    /// Has real sensors read `sample`.
    package mutating func feel(_ sample: MotionSample) {
        guard let action = Played.Player.action(feeling: sample) else { return }
        session.press(.action(action), at: sample.instant)
    }

    /// Puts a round in the place of the present one.
    mutating func replaceRound(by round: Played.Rules) { session.replaceRound(by: round) }

    /// Has the rounds to come follow another setup.
    package mutating func adopt(_ setup: RoundSetup) { session.adopt(setup) }
    /// Has one of the game's timings be another, of this round and of those to come.
    package mutating func setTiming(_ name: String, to interval: Interval) { session.setTiming(name, to: interval) }
    /// The round as it is kept at `now`.
    package func suspended(at now: Instant) -> SuspendedRound { SuspendedRound(session.round.suspended(at: now)) }

    /// The session with a copy of its round.
    package func restored(by copy: (any Round) throws -> any Round) rethrows -> Self {
        guard let round = try copy(session.round) as? Played.Rules else { return self }
        var restored = self
        restored.session.replaceRound(by: round)
        return restored
    }
}

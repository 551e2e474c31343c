import ThudCore
import ThudGames

/// Who plays.
enum Player {
    /// A simulated player with simulated motion.
    case bot
    /// A file of inputs.
    case script(InputScript<KapeCommand>)
    /// A person at the keys.
    case keys

    /// The word for it in reports.
    var name: String {
        switch self {
        case .bot: "bot"
        case .script: "script"
        case .keys: "keys"
        }
    }

    /// A person: nothing comes of itself, and what was played is kept.
    var isPerson: Bool {
        if case .keys = self { true } else { false }
    }

    /// A session that this player plays.
    ///
    /// - Parameters:
    ///   - seed: decides every movement.
    ///   - rounds: how many rounds a bot plays before it is done.
    func session(_ state: KapeState, seed: UInt64, rounds: Int = 1, start: Instant) -> KapeSession {
        switch self {
        case .bot: KapeSession(state: state, seed: seed, bot: KapeBot(seed: seed, rounds: rounds), start: start)
        case .script(let script): KapeSession(state: state, seed: seed, script: script, start: start)
        case .keys: KapeSession(state: state, seed: seed, start: start)
        }
    }

    /// What keeps a session from going on by itself.
    enum Ending {
        case none
        /// The player has left.
        case left
        /// The round is over and nobody will ask for another.
        case finished
        /// The script has run out in a pause that only a press would end.
        case stuck
    }

    /// Whether and how a session that began at `start` has come to its end.
    func ending(of session: KapeSession, start: Instant, at now: Instant) -> Ending {
        if session.state.phase == .over { return .left }
        switch (session.state.phase, self) {
        case (_, .keys): return .none
        case (.finished, .bot): return session.hasRoundsLeft ? .none : .finished
        case (.finished, .script(let script)): return script.hasEnded(start: start, by: now) ? .finished : .none
        case (.paused, .script(let script)), (.handOver, .script(let script)):
            return script.hasEnded(start: start, by: now) ? .stuck : .none
        default: return .none
        }
    }
}

extension InputScript {
    /// Its last input lies before `now`.
    fileprivate func hasEnded(start: Instant, by now: Instant) -> Bool {
        start + (entries.last?.time ?? .zero) < now
    }
}

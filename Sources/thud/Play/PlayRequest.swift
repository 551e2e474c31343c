import ThudCore
import ThudGameKit
import ThudGameUI
import ThudMotion

/// The command line of `thud play`.
struct PlayRequest {
    let game: any GameView.Type
    /// The mode's name, where one was given.
    let mode: String?
    /// The deck's name or file, where one was named.
    let deck: String?
    let player: Performer
    /// Decides the order of the cards and every movement, where it was given.
    let seed: UInt64?
    /// The length of a round in seconds, where it was given.
    let seconds: Double?
    /// The names of a tournament's players; none for a single round.
    let players: [String]
    /// The names of those who share each round; none where they were not named.
    let match: [String]
    let options: [String: String]
    /// The sensors that the player moves; nil where there are only keys.
    let motion: MotionDevice?
    let isResuming: Bool
    /// What is given of each cue, and why, is told beside the round.
    let hasPanel: Bool
    /// The end is told as JSON.
    let isJSON: Bool
    let sound: SoundOptions
    /// What keeps the time of the round.
    let clock: RoundClock
    /// The folder into which cues are saved that are turned meanwhile; nil where none can be.
    var tuningTarget: String?

    /// Whether a round was asked for, if only by something that another one may not have: it comes before one that waits.
    var namesRound: Bool { seconds != nil || seed != nil || !options.isEmpty || !match.isEmpty }

    /// What stands in for a device. Nobody's evening is recorded unasked, nor a bot's that plays round after round: a minute takes
    /// 26 MB.
    var standIn: SoundOutput.StandIn {
        player.isPerson || tuningTarget != nil ? .silence(instead: "--record FILE keeps the round") : .recording
    }

    /// The seed of the player who plays where nobody does.
    static let standIn: UInt64 = 7
    /// The length of a round in seconds, unless something else is said or preferred.
    static let usualSeconds = 60.0
}

/// What keeps the time of a round.
enum RoundClock {
    /// CLOCK_MONOTONIC, whatever plays.
    case live
    /// The device that plays; without one nothing does, and time goes on to the next event at once.
    case virtualWithoutDevice
    /// Nothing: no device is opened.
    case virtual
}

struct PlayOutcome {
    /// The number of the signal that ended it early, if one did.
    let signal: Int32?
    /// Why it counts as failed, if it does.
    let failure: ThudError?
}

extension Performer {
    /// The word for it in reports.
    var name: String {
        switch self {
        case .bot: "bot"
        case .script: "script"
        case .person: "keys"
        }
    }

    /// A person: nothing comes of itself, and what was played is kept.
    var isPerson: Bool {
        if case .person = self { true } else { false }
    }

    /// Cards that a person has seen do not come back, unless the same cards are asked for by a seed.
    func remembersCards(underSeed seed: UInt64?) -> Bool { isPerson && seed == nil }

    /// The same; a bot plays so many rounds before it is done.
    func playing(_ rounds: Int) -> Performer {
        if case .bot = self { .bot(rounds: rounds) } else { self }
    }

    /// The ways in which a session stops going on by itself.
    enum Ending {
        case none
        case left
        /// The round is over and nobody will ask for another.
        case finished
        /// The script has run out where only a press would go on.
        case stuck
    }

    /// What comes of itself later than this is not waited for once a script has run out: midnight in a list of habits.
    private static let patience = Interval.seconds(600)

    /// Whether and how a session has come to its end at `now`.
    func ending(of session: any GameSession, at now: Instant) -> Ending {
        if session.stage == .left { return .left }
        switch (session.stage, self) {
        case (_, .person): return .none
        case (.finished, .bot): return session.hasRoundsLeft ? .none : .finished
        case (.finished, .script): return session.isSimulationDone ? .finished : .none
        case (.paused, .script), (.handOver, .script): return session.isSimulationDone ? .stuck : .none
        case (_, .script) where session.isSimulationDone:
            return session.nextDeadline.map { $0 - now < Self.patience } ?? false ? .none : .stuck
        default: return .none
        }
    }
}

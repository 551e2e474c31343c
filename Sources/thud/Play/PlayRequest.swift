import ThudCore
import ThudGameKit
import ThudGameUI
import ThudMotion
import ThudPatterns

/// The options of `thud play` or `thud tune`. An optional value is nil if its option was not given.
struct PlayRequest {
    let game: any GameView.Type
    var mode: String?
    /// The deck's name or file.
    var deck: String?
    let player: Performer
    /// Decides the order of the cards and every movement.
    var seed: UInt64?
    /// The length of a round in seconds.
    var seconds: Double?
    /// The players of a tournament; empty for a single round.
    var players: [String] = []
    /// The players who share each round; empty if none were named.
    var match: [String] = []
    var gameOptions: [String: String] = [:]
    /// The sensors that the player moves; nil if there are only keys.
    var motion: MotionDevice?
    var isResuming = false
    /// Whether to show beside the round how each cue was played, and why.
    var hasPanel = false
    var isJSON = false
    let sound: SoundOptions
    /// The actuator that the drive signal of cues is shaped for; nil for the neutral one.
    var actuator: ActuatorProfile?
    var clock = RoundClock.live
    /// The folder that tuned cues are saved into; nil if nothing can be tuned.
    var tuningTarget: String?
    /// Whether the launcher started it and takes over again afterwards.
    var isFromLauncher = false
    /// Whether a round begins without a title although a person plays.
    var skipsTitle = false

    var startsAtOnce: Bool { skipsTitle || !player.isPerson }

    /// Whether an option asks for a particular round, which then comes before the saved one.
    var namesRound: Bool { seconds != nil || seed != nil || !gameOptions.isEmpty || !match.isEmpty }

    /// Whether cards that a person has seen are put last. A seed always deals the same cards.
    var remembersCards: Bool { player.isPerson && seed == nil }

    /// During tuning a bot does not stop by itself: it plays more rounds than anyone will watch.
    var botRounds: Int { tuningTarget == nil ? 1 : 10_000 }

    /// Returns the seed of the session with this index since the start of the program.
    func seed(ofSession index: Int) -> UInt64 {
        seed.map { $0 &+ UInt64(index) } ?? UInt64.random(in: 0...UInt64(UInt32.max))
    }

    /// The substitute for a device. A person's session is not recorded unless requested, nor is a bot's in
    /// `thud tune`, which plays round after round: a minute takes 26 MB.
    var standIn: SoundOutput.StandIn {
        player.isPerson || tuningTarget != nil ? .silence(instead: "use --record FILE to keep the round") : .recording
    }

    /// The seed of the bot that plays if no person does.
    static let standIn: UInt64 = 7
}

enum RoundClock {
    /// CLOCK_MONOTONIC, with or without a device.
    case live
    /// The device; without one a virtual clock, which jumps to the next event.
    case virtualWithoutDevice
    /// A virtual clock; no device is opened.
    case virtual
}

/// How playing ended: the signal that ended it early, if any, and what was lost.
typealias PlayOutcome = (signal: Int32?, failure: ThudError?)

extension Performer {
    var name: String {
        switch self {
        case .bot: "bot"
        case .script: "script"
        case .person: "keys"
        }
    }

    /// Whether a person plays: nothing happens without input, and progress is kept.
    var isPerson: Bool { if case .person = self { true } else { false } }

    func playing(_ rounds: Int) -> Performer { if case .bot = self { .bot(rounds: rounds) } else { self } }

    /// The ways in which a session comes to an end by itself.
    enum Ending {
        case none
        case left
        /// The round is over, and nobody will start another.
        case finished
        /// The script or the bot has ended at a point from which only a press continues.
        case stuck
    }

    /// After the end of a script, only deadlines within this time are waited for. Midnight in a list of habits is not.
    private static let longestWait = Interval.seconds(600)

    func ending(of session: any GameSession, at now: Instant) -> Ending {
        if session.stage == .left { return .left }
        switch (session.stage, self) {
        case (_, .person): return .none
        case (.finished, .bot): return session.hasRoundsLeft ? .none : .finished
        case (.finished, .script): return session.isSimulationDone ? .finished : .none
        case (.paused, .script), (.handOver, .script): return session.isSimulationDone ? .stuck : .none
        // A bot whose plan was cut by a stop or by somebody else's keys may end before its round.
        case (_, .script) where session.isSimulationDone,
            (.playing, .bot) where session.isSimulationDone && !session.hasRoundsLeft:
            let hasDeadline = session.nextDeadline.map { $0 - now < Self.longestWait } ?? false
            return hasDeadline && !session.onlyRepeats ? .none : .stuck
        default: return .none
        }
    }
}

import ThudCore

/// The rules of a game as a pure reducer: an event at an instant changes the round and asks for effects.
///
///     struct PocketRound: Round {
///         mutating func reduce(_ event: RoundEvent<Gesture>, at instant: Instant) -> [RoundEffect<PocketCue>] { ... }
///     }
///
/// Nothing in it looks at a clock or draws from chance that is not its own state. What is due at an instant happens at
/// that instant, however late the next event comes, so a session may be advanced in steps of any length.
package protocol Round: Codable, Hashable, Sendable {
    /// What the body can do here: gestures that were recognised, answers, words.
    associatedtype Event: Hashable & Sendable
    associatedtype Cue: CueSet

    var stage: RoundStage { get }
    /// When the round will next change by itself; nil if it will not.
    var nextDeadline: Instant? { get }
    /// The gestures between which a recogniser should decide at present.
    var awaited: GestureSet { get }
    /// What a session that begins with the round tells before anything has happened: the page that it opens with.
    var opening: Moment? { get }

    /// Takes an event that happened at `instant`, after all that was due by then. An instant before an earlier one counts
    /// as that one. Effects come in the order in which they happened.
    mutating func reduce(_ event: RoundEvent<Event>, at instant: Instant) -> [RoundEffect<Cue>]

    /// The round as it is kept at `now`: all that was due has happened, nothing runs, and it holds no instant, so that it can
    /// go on after the program or the machine was started anew. It goes on by a deliberate act of the player. One that is over is kept as
    /// the next one: in a tournament that is the hand-over to the next player.
    func suspended(at now: Instant) -> Self

    /// Schedules later exact-frame cues at least `lead` ahead.
    mutating func adapt(toLead lead: Interval)

    /// Makes the rounds to come follow another setup. Nothing changes in the one that is under way.
    mutating func adopt(_ setup: RoundSetup)
    /// Changes one of the game's timings, as a developer tries it: from the next moment on that begins.
    mutating func setTiming(_ name: String, to interval: Interval)
}

extension Round {
    package var awaited: GestureSet { .all }
    package var opening: Moment? { nil }
    package mutating func adapt(toLead lead: Interval) {}
    package mutating func adopt(_ setup: RoundSetup) {}
    package mutating func setTiming(_ name: String, to interval: Interval) {}
}

/// The stages through which every round goes.
package enum RoundStage: String, Hashable, Sendable, Codable, CaseIterable {
    /// The device goes to the next player, until the button `ready`.
    case handOver = "hand-over"
    /// Something has to be done before it begins: the phone placed on the forehead, a first gesture made.
    case ready
    /// 3, 2, 1.
    case countdown
    case playing
    case paused
    case finished
    case left

    /// Whether a round has begun or is about to, so that leaving would lose it.
    package var isUnderWay: Bool {
        switch self {
        case .handOver, .ready, .countdown, .playing, .paused: true
        case .finished, .left: false
        }
    }
}

/// The events of a round.
package enum RoundEvent<Event: Hashable & Sendable>: Hashable, Sendable {
    case player(Event)
    case press(RoundButton)
    /// Something outside took over, such as a call: pause without a sound.
    case interruption
    /// From now on there is to be less motion, or as much as ever.
    case reduceMotion(Bool)
    /// Time has passed and nothing else happened.
    case tick
}

/// The buttons that every game has.
package enum RoundButton: String, Hashable, Sendable, Codable, CaseIterable {
    case ready
    /// Stop the clock.
    case pause
    case resume
    case playAgain = "play-again"
    case quit
}

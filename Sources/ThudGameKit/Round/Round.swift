import ThudCore

/// The rules of a game as a pure reducer: an event at an instant changes the round and returns effects.
///
///     struct PocketRound: Round {
///         mutating func reduce(_ event: RoundEvent<Gesture>, at instant: Instant) -> [RoundEffect<PocketCue>] { ... }
///     }
///
/// It reads no clock, and its only randomness is its own state. What is due at an instant happens at that instant,
/// however late the next event comes, so a session may be advanced in steps of any length.
package protocol Round: Codable, Hashable, Sendable {
    /// A player's input in this game: recognised gestures, answers, words.
    associatedtype Event: Hashable & Sendable
    associatedtype Cue: CueSet

    var stage: RoundStage { get }
    /// When the round next changes without input. nil if it does not.
    var nextDeadline: Instant? { get }
    /// Whether that change only repeats what goes on until the player ends it.
    var onlyRepeats: Bool { get }
    /// The first moment of a session with this round, before any event: the page that it opens with.
    var opening: Moment? { get }

    /// Takes an event at `instant`, after everything due by then. An instant before an earlier one counts as that one.
    /// The effects come in the order in which they happened.
    mutating func reduce(_ event: RoundEvent<Event>, at instant: Instant) -> [RoundEffect<Cue>]

    /// Returns the round as it is saved at `now`. Everything due has happened, nothing runs, and it holds no instant,
    /// so that it can resume after a restart of the program or the machine. It resumes by a deliberate act of the
    /// player. A finished round is saved as the next one: in a tournament, the hand-over to the next player.
    func suspended(at now: Instant) -> Self

    /// Schedules later exact-frame cues at least `lead` ahead.
    mutating func adapt(toLead lead: Interval)

    /// Whether the rules can have led to this round. Asked once it has been decoded, because anyone may have written
    /// the file.
    var isPossible: Bool { get }

    /// Applies another setup to later rounds. The present one does not change.
    mutating func adopt(_ setup: RoundSetup)
    /// Changes one of the game's timings for a developer, from the next moment that begins.
    mutating func setTiming(_ name: String, to interval: Interval)
}

extension Round {
    package var onlyRepeats: Bool { false }
    package var opening: Moment? { nil }
    /// Whether it is a round that `suspended` returns: possible, and waiting for its player.
    package var isSuspended: Bool { isPossible && [.handOver, .ready, .paused].contains(stage) && nextDeadline == nil }
    package mutating func adapt(toLead lead: Interval) {}
    package mutating func setTiming(_ name: String, to interval: Interval) {}
}

package enum RoundStage: String, Hashable, Sendable, Codable, CaseIterable {
    /// The device goes to the next player, until the button `ready` is pressed.
    case handOver = "hand-over"
    /// The player must do something before it begins: place the phone on the forehead, make a first gesture.
    case ready
    case countdown
    case playing
    case paused
    case finished
    case left

    /// Whether a round has begun or is about to, so that leaving would lose it.
    package var isUnderWay: Bool { self != .finished && self != .left }
}

package enum RoundEvent<Event: Hashable & Sendable>: Hashable, Sendable {
    case player(Event)
    case press(RoundButton)
    /// Something outside took over, such as a call: pause without a sound.
    case interruption
    /// Turns reduced motion on or off from now on.
    case reduceMotion(Bool)
    /// Time has passed and nothing else happened.
    case tick
}

package enum RoundButton: String, Hashable, Sendable, Codable, CaseIterable {
    case ready
    case pause
    case resume
    case playAgain = "play-again"
    case quit
}

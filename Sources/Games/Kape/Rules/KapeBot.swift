import ThudCore
import ThudGameKit

/// A simulated player: reads the card, thinks, answers with the head, and laughs now and then.
///
/// Its moves follow from its seed and the instants of the game alone.
package struct KapeBot: Hashable, Sendable {
    /// A movement of the head that the bot has decided on.
    package struct Move: Hashable, Sendable {
        package let gesture: HeadGesture
        package let instant: Instant
    }

    /// How long it thinks, in seconds.
    static let thinking = 1.5...4.0
    /// How many of its answers are guesses rather than passes.
    static let guesses = 0.75
    /// How long it looks at a result before it asks for another round.
    static let breather = Interval.milliseconds(2_500)
    static let laughs = 0.3

    private var generator: SeededGenerator
    /// How many rounds it is still going to ask for.
    package private(set) var roundsLeft: Int

    /// The player made of `seed`, who plays so many rounds, at least one.
    package init(seed: UInt64, rounds: Int = 1) {
        generator = SeededGenerator(seed: seed)
        roundsLeft = max(1, rounds) - 1
    }

    /// A round is over: when it asks for another, if it does.
    mutating func nextRound(after end: Instant) -> Instant? {
        guard roundsLeft > 0 else { return nil }
        roundsLeft -= 1
        return end + Self.breather
    }

    /// Its moves in answer to a card that is shown at `instant`, in order of time.
    package mutating func answer(cardShownAt instant: Instant) -> [Move] {
        let thought = generator.between(Self.thinking.lowerBound, Self.thinking.upperBound)
        let gesture: HeadGesture = generator.chance(Self.guesses) ? .nod : .tiltBack
        let laughs = generator.chance(Self.laughs)
        let laughter = generator.between(0.3, thought)
        let answer = Move(gesture: gesture, instant: instant + .seconds(thought))
        return laughs ? [Move(gesture: .laugh, instant: instant + .seconds(laughter)), answer] : [answer]
    }

    /// The tilt with which it starts a round where the tutorial asks for one.
    package mutating func startingTilt(from instant: Instant) -> Move {
        Move(gesture: .nod, instant: instant + .seconds(generator.between(0.8, 1.6)))
    }
}

import ThudCore
import ThudGameKit

/// A simulated player who reads the card, thinks, answers with the head, and sometimes laughs.
///
/// Its moves follow from its seed and the instants of the game alone.
package struct KapeBot: Hashable, Sendable {
    package struct Move: Hashable, Sendable {
        package let gesture: HeadGesture
        package let instant: Instant
    }

    /// How long it thinks, in seconds.
    static let thinking = 1.5...4.0
    /// The share of its answers that are guesses rather than passes.
    static let guesses = 0.75
    static let laughs = 0.3
    private var generator: SeededGenerator

    package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Returns its moves for a card shown at `instant`, in order of time.
    package mutating func answer(cardShownAt instant: Instant) -> [Move] {
        let thought = generator.between(Self.thinking)
        let gesture: HeadGesture = generator.chance(Self.guesses) ? .nod : .tiltBack
        let laughs = generator.chance(Self.laughs)
        let laughter = generator.between(0.3, thought)
        let answer = Move(gesture: gesture, instant: instant + .seconds(thought))
        return laughs ? [Move(gesture: .laugh, instant: instant + .seconds(laughter)), answer] : [answer]
    }

    /// Returns the tilt that starts a round if the tutorial requires one.
    mutating func startingTilt(from instant: Instant) -> Move {
        Move(gesture: .nod, instant: instant + .seconds(generator.between(0.8, 1.6)))
    }
}

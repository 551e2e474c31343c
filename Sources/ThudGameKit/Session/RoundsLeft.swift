import ThudCore

/// The rounds that a simulated player still plays after the present one.
package struct RoundsLeft: Hashable, Sendable {
    private var count: Int

    /// How long a simulated player looks at a result before it asks for another round.
    package static let pause = Interval.milliseconds(2_500)

    /// Counts `rounds`, at least one, of which the first is the present one.
    package init(of rounds: Int) { count = max(1, rounds) - 1 }

    package var isEmpty: Bool { count == 0 }

    /// Returns the request for another round after the end of one, if any is left.
    package mutating func next<Action>(
        after end: Instant, pause: Interval = pause
    ) -> [PlannedCommand<Action>] {
        guard count > 0 else { return [] }
        count -= 1
        return [PlannedCommand(.playAgain, at: end + pause)]
    }
}

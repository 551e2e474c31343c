import ThudCore

/// Draws prompts. All gestures of a pool are equally likely, but none comes three times in a row.
package struct PromptDealer: Hashable, Sendable, Codable {
    private let pool: [PocketGesture]
    private var generator: SeededGenerator
    private var last: [PocketGesture] = []

    /// Creates a dealer of `pool` whose order follows from `seed`.
    package init(pool: [PocketGesture], seed: UInt64) {
        self.pool = pool
        generator = SeededGenerator(seed: seed)
    }

    /// Whether the pool has several gestures, each once.
    var isPossible: Bool { pool.count > 1 && Set(pool).count == pool.count }

    package mutating func deal() -> PocketPrompt {
        var allowed = pool
        if last.count == 2, last[0] == last[1] { allowed.removeAll { $0 == last[0] } }
        let gesture = generator.pick(allowed)
        last = last.suffix(1) + [gesture]
        return prompt(for: gesture)
    }

    package mutating func prompt(for gesture: PocketGesture) -> PocketPrompt {
        guard gesture == .stroop else { return PocketPrompt(gesture: gesture) }
        let word = generator.pick(StroopColour.allCases)
        let others = StroopColour.allCases.filter { $0 != word }
        let ink = generator.pick(others)
        return PocketPrompt(
            gesture: .stroop, stroop: Stroop(word: word, ink: ink, labels: generator.shuffled(StroopColour.allCases)))
    }
}

import ThudCore

/// Whether the bench found the delays that it had put in itself, which proves it before it judges the engine.
package struct BenchSelfTest: Hashable, Sendable {
    /// Cues that were delayed on purpose.
    package var delayed: Int
    /// Those of them whose delay was found to within one sample.
    package var found: Int
    /// Those that were not found because a missed cycle tore them or what lies before them.
    package var torn: Int
    /// The largest difference between a delay put in and the delay found, of those that were not torn; nil where none was
    /// found.
    package var worstError: Interval?

    package init(delayed: Int, found: Int, torn: Int = 0, worstError: Interval? = nil) {
        self.delayed = delayed
        self.found = found
        self.torn = torn
        self.worstError = worstError
    }

    /// Whether exactly those were found that were delayed.
    package var passes: Bool { found > 0 && found == delayed }
}

extension BenchSelfTest {
    /// One sample at 48 kHz: the most by which a delay that was put in may be missed.
    package static let sample = Interval(nanoseconds: 1_000_000_000 / 48_000 + 1)

    /// The self-test of the delays that were put into `cues`; nil where none were.
    ///
    /// A delayed cue is held to the instant for which it was asked when it was triggered, not to what the engine predicted
    /// of it afterwards: a delay that the engine lost is not found. The usual offset between measured and predicted
    /// instants, which the other cues show, is taken off; where they show none nothing is found. What the capture does not
    /// hold for certain was not found either.
    ///
    /// - Parameter isTorn: whether a missed cycle explains that a cue was not found where it should be.
    package init?(of cues: [BenchCue], isTorn: (BenchCue) -> Bool) {
        let delayed = cues.filter { $0.injected > .zero }
        guard !delayed.isEmpty else { return nil }
        self.init(delayed: delayed.count, found: 0)
        let others = cues.filter { $0.injected == .zero }
        let offsets = others.compactMap { Self.lateness($0, against: $0.predicted) }.sorted()
        guard !offsets.isEmpty else { return }
        let usual = offsets[offsets.count / 2]
        for cue in delayed {
            let lateness = Self.lateness(cue, against: cue.asked)
            take(lateness.map { Interval(nanoseconds: abs(($0 - usual).nanoseconds)) }, isTorn(cue))
        }
    }

    private mutating func take(_ error: Interval?, _ isTorn: Bool) {
        if let error, error <= Self.sample {
            found += 1
        } else if isTorn {
            torn += 1
            return
        }
        if let error { worstError = max(worstError ?? .zero, error) }
    }

    /// How much later than at `instant` a cue came out, where the capture is sure of it.
    private static func lateness(_ cue: BenchCue, against instant: Instant?) -> Interval? {
        guard cue.isSure, let measured = cue.measured, let instant else { return nil }
        return measured - instant
    }
}

import ThudCore

/// Whether the bench found the delays that it injected itself. This proves the bench before it judges the engine.
package struct BenchSelfTest: Hashable, Sendable {
    /// The number of cues that were delayed on purpose.
    package var delayed: Int
    /// The number of them whose delay was found to within one sample.
    package var found: Int
    /// The number not found because a missed cycle tore them or what precedes them.
    package var torn: Int
    /// The largest difference between an injected and a found delay, without torn cues; nil if none was found.
    package var worstError: Interval?

    package init(delayed: Int, found: Int, torn: Int = 0, worstError: Interval? = nil) {
        self.delayed = delayed
        self.found = found
        self.torn = torn
        self.worstError = worstError
    }

    package var passes: Bool { found > 0 && found == delayed }

    /// The tolerance of a found delay: one sample at 48 kHz.
    package static let sample = Interval(nanoseconds: 1_000_000_000 / 48_000 + 1)

    /// Tests the delays that were injected into `cues`; nil if there are none.
    ///
    /// A delayed cue is compared with the instant for which it was scheduled, not with the engine's later prediction,
    /// so a delay that the engine lost is not found. The median offset between measured and predicted instants of the
    /// other cues is subtracted; without such an offset nothing is found. Uncertain cues are not found either.
    ///
    /// - Parameter isTorn: whether a missed cycle explains why a cue was not found at its instant.
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

    /// Returns how much later than `instant` a cue came out, if the capture is sure of it.
    private static func lateness(_ cue: BenchCue, against instant: Instant?) -> Interval? {
        guard cue.isSure, let measured = cue.measured, let instant else { return nil }
        return measured - instant
    }
}

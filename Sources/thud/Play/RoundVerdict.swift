import ThudCore
import ThudPlayback
import ThudReports

/// All losses of a session or a round, for the closing line and the exit code.
struct RoundVerdict {
    let tally: CueTally
    let health: EngineHealth
    let hapticHealth: EngineHealth?
    let lostTriggers: Int
    /// Whether a device was meant to play. If only the clock did, nothing can be heard and nothing counts as missed.
    let isHeard: Bool

    /// Returns the losses since `earlier`; `tally` must count that time alone.
    func since(_ earlier: RoundVerdict, tally: CueTally) -> RoundVerdict {
        RoundVerdict(
            tally: tally, health: health.since(earlier.health),
            hapticHealth: hapticHealth.map { health in earlier.hapticHealth.map(health.since) ?? health },
            lostTriggers: lostTriggers - earlier.lostTriggers, isHeard: isHeard)
    }

    /// The losses in words, without those that are zero. Without a device no cue counts as lost.
    var losses: [String] {
        Self.losses(health) + hapticLosses
            + Self.counts(
                (isHeard ? tally.unheard : 0, "cue not heard", "cues not heard"),
                (lostTriggers, "trigger lost", "triggers lost"), (lostReceipts, "receipt lost", "receipts lost"))
    }

    /// The cues thinned on purpose, in words; they are no losses.
    var thinned: [String] {
        Self.counts(
            (tally.thinned, "cue thinned", "cues thinned"),
            (tally.hapticsThinned, "cue without haptics", "cues without haptics"))
    }

    /// Why the session counts as failed; nil if every cue was heard, and every triggered one within the budget.
    var failure: ThudError? {
        guard isHeard else { return nil }
        let late = tally.latency.count - tally.withinBudget
        let budget = Int(LatencyBudget.output.milliseconds)
        let reasons = Self.counts(
            (late, "cue came later than \(budget) ms", "cues came later than \(budget) ms"),
            (tally.unheard, "cue was not heard", "cues were not heard"),
            (tally.hapticsUnheard, "cue was not felt", "cues were not felt"),
            (lostTriggers, "trigger was lost", "triggers were lost"),
            (lostReceipts, "receipt was lost", "receipts were lost"))
        guard !reasons.isEmpty else { return nil }
        let isCrowd = late + tally.hapticsUnheard + lostReceipts == 0 && tally.refused == tally.unheard
        let advice = isCrowd ? "too much was requested at once" : "`thud doctor` looks for the cause"
        return ThudError(.checkFailed, reasons.joined(separator: ", ") + "; \(advice)")
    }

    /// Receipts lost because the queue from the audio thread was full.
    var lostReceipts: Int { health.lostReceipts + (hapticHealth?.lostReceipts ?? 0) }

    private var hapticLosses: [String] {
        guard let hapticHealth else { return [] }
        let xruns = Self.counts((hapticHealth.xruns, "xrun", "xruns"))
        let unfelt = Self.counts((tally.hapticsUnheard, "cue not felt", "cues not felt"))
        return (xruns + Self.losses(hapticHealth) + unfelt).map { "haptics: \($0)" }
    }

    private static func losses(_ health: EngineHealth) -> [String] {
        counts((health.framesLost, "frame lost", "frames lost"), (health.deviceLosses, "device loss", "device losses"))
    }

    /// Returns the numbers in words, without those that are zero.
    private static func counts(_ entries: (number: Int, one: String, many: String)...) -> [String] {
        entries.filter { $0.number != 0 }.map { Count.of($0.number, $0.one, $0.many) }
    }
}

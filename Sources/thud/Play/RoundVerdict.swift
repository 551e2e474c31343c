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
        RoundVerdict.losses(health) + hapticLosses
            + [
                RoundVerdict.count(isHeard ? tally.unheard : 0, "cue not heard", "cues not heard"),
                RoundVerdict.count(lostTriggers, "trigger lost", "triggers lost"),
                RoundVerdict.count(lostReceipts, "receipt lost", "receipts lost"),
            ].compactMap(\.self)
    }

    /// The cues thinned on purpose, in words; they are no losses.
    var thinned: [String] {
        [
            RoundVerdict.count(tally.thinned, "cue thinned", "cues thinned"),
            RoundVerdict.count(tally.hapticsThinned, "cue without haptics", "cues without haptics"),
        ].compactMap(\.self)
    }

    /// Why the session counts as failed; nil if every cue was heard, and every triggered one within the budget.
    var failure: ThudError? {
        guard isHeard else { return nil }
        let late = tally.latency.count - tally.withinBudget
        let budget = Int(LatencyBudget.output.milliseconds)
        let reasons = [
            RoundVerdict.count(late, "cue came later than \(budget) ms", "cues came later than \(budget) ms"),
            RoundVerdict.count(tally.unheard, "cue was not heard", "cues were not heard"),
            RoundVerdict.count(tally.hapticsUnheard, "cue was not felt", "cues were not felt"),
            RoundVerdict.count(lostTriggers, "trigger was lost", "triggers were lost"),
            RoundVerdict.count(lostReceipts, "receipt was lost", "receipts were lost"),
        ].compactMap(\.self)
        guard !reasons.isEmpty else { return nil }
        return ThudError(
            .checkFailed, reasons.joined(separator: ", ") + "; `thud doctor` looks for the cause")
    }

    /// Receipts lost because the queue from the audio thread was full.
    var lostReceipts: Int { health.lostReceipts + (hapticHealth?.lostReceipts ?? 0) }

    private var hapticLosses: [String] {
        guard let hapticHealth else { return [] }
        let xruns = RoundVerdict.count(hapticHealth.xruns, "xrun", "xruns")
        let unfelt = RoundVerdict.count(tally.hapticsUnheard, "cue not felt", "cues not felt")
        return ([xruns] + RoundVerdict.losses(hapticHealth) + [unfelt]).compactMap(\.self).map { "haptics: \($0)" }
    }

    private static func losses(_ health: EngineHealth) -> [String] {
        [
            count(health.framesLost, "frame lost", "frames lost"),
            count(health.deviceLosses, "device loss", "device losses"),
        ].compactMap(\.self)
    }

    private static func count(_ number: Int, _ one: String, _ many: String) -> String? {
        number == 0 ? nil : Count.of(number, one, many)
    }
}

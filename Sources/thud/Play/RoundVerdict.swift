import ThudCore
import ThudPlayback
import ThudReports

/// All losses of a session or of one of its rounds, for the closing line and the exit code.
struct RoundVerdict {
    let tally: CueTally
    let health: EngineHealth
    let hapticHealth: EngineHealth?
    let lostTriggers: Int
    /// A device was meant to play it; against the clock alone nothing can be heard, and nothing is missed.
    let isHeard: Bool

    /// The losses since `earlier`; `tally` counts that time alone.
    func since(_ earlier: RoundVerdict, tally: CueTally) -> RoundVerdict {
        RoundVerdict(
            tally: tally, health: health.since(earlier.health),
            hapticHealth: hapticHealth.map { health in earlier.hapticHealth.map(health.since) ?? health },
            lostTriggers: lostTriggers - earlier.lostTriggers, isHeard: isHeard)
    }

    /// The losses in words, those that are none left out.
    var losses: [String] {
        RoundVerdict.losses(health) + hapticLosses
            + [
                RoundVerdict.count(tally.unheard, "cue not heard", "cues not heard"),
                RoundVerdict.count(lostTriggers, "trigger lost", "triggers lost"),
                RoundVerdict.count(lostReceipts, "receipt lost", "receipts lost"),
            ].compactMap(\.self)
    }

    /// What was thinned out on purpose, in words; that is no loss.
    var thinned: [String] {
        [
            RoundVerdict.count(tally.thinned, "cue left out among others", "cues left out among others"),
            RoundVerdict.count(
                tally.hapticsThinned, "cue without its haptics among others", "cues without their haptics among others"),
        ].compactMap(\.self)
    }

    /// Why the session counts as failed; nil where every cue was heard, and every one that was triggered within the
    /// budget.
    var failure: ThudError? {
        guard isHeard else { return nil }
        let late = tally.latency.count - tally.withinBudget
        let budget = Int(LatencyBudget.output.milliseconds)
        let reasons = [
            RoundVerdict.count(late, "cue came later than \(budget) ms", "cues came later than \(budget) ms"),
            RoundVerdict.count(tally.unheard, "cue was not heard", "cues were not heard"),
            RoundVerdict.count(tally.hapticsUnheard, "cue was not felt", "cues were not felt"),
            RoundVerdict.count(lostTriggers, "trigger was lost", "triggers were lost"),
        ].compactMap(\.self)
        guard !reasons.isEmpty else { return nil }
        return ThudError(
            .checkFailed, reasons.joined(separator: ", ") + "; `thud doctor` shows what stands in the way")
    }

    /// Receipts of cues that found no room on their way back.
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

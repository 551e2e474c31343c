import ThudCore
import ThudFeedback
import ThudGameKit
import ThudReports

/// The log of a session: results, moments, events, and the outcomes of its cues.
struct SessionLog {
    /// When the session began; game time counts from here.
    let start: Instant
    /// Whether to keep each report for the final JSON; hours of play make thousands.
    let keepsReports: Bool
    private(set) var reports: [CueReport] = []
    var results: [Outcome] = []
    var moments: [Moment] = []
    var events: [String] = []
    private(set) var tally = CueTally()
    /// The outcomes in the present round; between two rounds, in the last one.
    private(set) var roundTally = CueTally()
    /// The deviation of scheduled cues from their instants, early or late.
    private(set) var lateness = DurationHistogram(resolution: .microsecond)

    mutating func beginRound() { roundTally = CueTally() }

    /// - Parameter isTimed: whether the cue's latency counts.
    mutating func add(_ report: CueReport, isTimed: Bool = true) {
        if keepsReports { reports.append(report) }
        tally.add(report, isTimed: isTimed)
        roundTally.add(report, isTimed: isTimed)
        guard report.receipt.outcome.isHeard else { return }
        if report.isScheduled {
            lateness.record(Interval(nanoseconds: Int64(clamping: report.latency.nanoseconds.magnitude)))
        }
    }

    /// The prompts shown, in order: cards, or gestures to make.
    var prompts: [String] { moments.filter { $0.kind == .prompt }.map(\.text) }

    /// Returns the game time of a cue: of its cause, or of its scheduled instant.
    func gameTime(of report: CueReport) -> Interval { (report.isScheduled ? report.triggered : report.cause) - start }
}

/// Counts a session's or a round's cues: the latency of those heard, and the number of those not heard.
///
/// Latencies are kept to the microsecond. To the nanosecond all differ, so that a service would need ever more memory
/// and time.
struct CueTally {
    /// The time from the trigger to the predicted output, of triggered cues that were heard.
    private(set) var latency = DurationHistogram(resolution: .microsecond)
    /// The time from the person's action to the predicted output. The action counts from the read of a key's bytes,
    /// or from the motion sample that showed the tilt.
    private(set) var inputToOutput = DurationHistogram(resolution: .microsecond)
    /// Cues that were never heard: refused, or without a device at their time.
    private(set) var unheard = 0
    /// The cues among `unheard` for which no voice was free.
    private(set) var refused = 0
    /// The triggered, not scheduled, cues among `unheard`.
    private(set) var unheardTriggers = 0
    /// Triggered cues that were heard, but whose latency does not count.
    private(set) var untimed = 0
    /// Cues whose haptics were not played by a separate haptic device.
    private(set) var hapticsUnheard = 0
    /// Cues left out because too many would have sounded at once.
    private(set) var thinned = 0
    /// Cues of which only the haptics were left out for that reason.
    private(set) var hapticsThinned = 0

    /// Triggered cues that were heard within the budget, counted from the person's action.
    var withinBudget: Int { inputToOutput.count(upTo: LatencyBudget.output) }
    var triggered: Int { latency.count + unheardTriggers }

    mutating func add(_ report: CueReport, isTimed: Bool = true) {
        if report.receipt.outcome == .thinned { thinned += 1 } else if report.thinned != nil { hapticsThinned += 1 }
        if report.receipt.outcome.isMissed {
            unheard += 1
            if report.receipt.outcome == .refused { refused += 1 }
            if !report.isScheduled { unheardTriggers += 1 }
        }
        if report.hapticReceipt?.outcome.isMissed == true { hapticsUnheard += 1 }
        guard report.receipt.outcome.isHeard, !report.isScheduled else { return }
        guard isTimed else { return untimed += 1 }
        latency.record(report.latency)
        inputToOutput.record(report.sinceCause)
    }
}

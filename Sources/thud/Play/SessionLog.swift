import ThudCore
import ThudFeedback
import ThudGameKit
import ThudPlayback
import ThudReports

/// The log of a session: its results, cards and events, and the outcomes of its cues.
struct SessionLog {
    /// When the session began; game time counts from here.
    let start: Instant
    /// Whether each report is kept, for the JSON at the end; hours of play make thousands.
    let keepsReports: Bool
    private(set) var reports: [CueReport] = []
    private(set) var results: [Outcome] = []
    private(set) var moments: [Moment] = []
    private(set) var events: [String] = []
    private(set) var tally = CueTally()
    /// The outcomes of the present round; between two rounds, of the last one.
    private(set) var roundTally = CueTally()
    /// How late scheduled cues were on their instants.
    private(set) var lateness = DurationHistogram()

    init(start: Instant, keepsReports: Bool = true) {
        self.start = start
        self.keepsReports = keepsReports
    }

    mutating func beginRound() { roundTally = CueTally() }

    /// - Parameter isTimed: how long the cue took is judged.
    mutating func note(_ report: CueReport, isTimed: Bool = true) {
        if keepsReports { reports.append(report) }
        tally.note(report, isTimed: isTimed)
        roundTally.note(report, isTimed: isTimed)
        guard report.receipt.outcome.isHeard else { return }
        if report.isScheduled {
            // Early is as wrong as late.
            lateness.record(Interval(nanoseconds: Int64(clamping: report.latency.nanoseconds.magnitude)))
        }
    }

    mutating func note(_ moment: Moment) { moments.append(moment) }
    mutating func note(_ outcome: Outcome) { results.append(outcome) }
    mutating func note(event: String) { events.append(event) }

    /// What was shown for an answer, in order: the cards, the gestures to make.
    var prompts: [String] { moments.filter { $0.kind == .prompt }.map(\.text) }

    /// When a cue belongs in game time: at its cause, or where it was scheduled.
    func gameTime(of report: CueReport) -> Interval {
        (report.isScheduled ? report.triggered : report.cause) - start
    }
}

/// Counts the cues of a session or a round: the latency of those that were heard, and how many were not.
struct CueTally {
    /// From the trigger to the predicted output, of cues that were triggered and played.
    private(set) var latency = DurationHistogram()
    /// From what the person did to the predicted output: from the moment in which a key's bytes were read, or from the sample of
    /// motion that showed the tilt.
    private(set) var inputToOutput = DurationHistogram()
    /// Cues that were never heard: refused, or without a device at their time.
    private(set) var unheard = 0
    /// Those of them that were triggered, not scheduled.
    private(set) var unheardTriggers = 0
    /// Cues whose haptics, on a device of their own, never came out of it.
    private(set) var hapticsUnheard = 0
    /// Cues that were left out, because there would have been too much at once.
    private(set) var thinned = 0
    /// Cues whose haptics alone were left out for that reason.
    private(set) var hapticsThinned = 0

    /// Cues that were triggered and heard within the budget, counted from what the person did.
    var withinBudget: Int { inputToOutput.count(upTo: LatencyBudget.output) }

    /// The cues that were triggered, heard or not.
    var triggered: Int { latency.count + unheardTriggers }

    mutating func note(_ report: CueReport, isTimed: Bool = true) {
        if report.receipt.outcome == .thinned {
            thinned += 1
        } else if report.thinned != nil {
            hapticsThinned += 1
        }
        if report.receipt.outcome.isMissed {
            unheard += 1
            if !report.isScheduled { unheardTriggers += 1 }
        }
        if report.hapticReceipt?.outcome.isMissed == true { hapticsUnheard += 1 }
        guard isTimed, report.receipt.outcome.isHeard, !report.isScheduled else { return }
        latency.record(report.latency)
        inputToOutput.record(report.sinceCause)
    }
}

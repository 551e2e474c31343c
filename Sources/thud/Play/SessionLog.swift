import ThudCore
import ThudFeedback
import ThudGames
import ThudPlayback
import ThudReports

/// What happened in a session, as it is told at the end.
struct SessionLog {
    /// When the session began; game time counts from here.
    let start: Instant
    /// Whether each report is kept, for the JSON at the end; an evening has thousands.
    let keepsReports: Bool
    private(set) var reports: [CueReport] = []
    private(set) var results: [KapeResult] = []
    private(set) var cards: [String] = []
    private(set) var events: [String] = []
    /// What became of all cues.
    private(set) var tally = CueTally()
    /// As `tally`, of the present round, or until another begins the last.
    private(set) var roundTally = CueTally()
    /// From the motion sample or key to the predicted output.
    private(set) var sinceCause = LatencySummary()
    /// How late scheduled cues were on their instants.
    private(set) var lateness = LatencySummary()

    init(start: Instant, keepsReports: Bool = true) {
        self.start = start
        self.keepsReports = keepsReports
    }

    /// Another round begins.
    mutating func beginRound() { roundTally = CueTally() }

    mutating func note(_ report: CueReport) {
        if keepsReports { reports.append(report) }
        tally.note(report)
        roundTally.note(report)
        guard report.isPlayed else { return }
        if report.isScheduled {
            // Early is as wrong as late.
            lateness.record(Interval(nanoseconds: Int64(clamping: report.latency.nanoseconds.magnitude)))
        } else {
            sinceCause.record(report.sinceCause)
        }
    }

    mutating func note(card: String) { cards.append(card) }
    mutating func note(result: KapeResult) { results.append(result) }
    mutating func note(event: String) { events.append(event) }

    /// When a cue belongs in game time: at its cause, or where it was scheduled.
    func gameTime(of report: CueReport) -> Interval {
        (report.isScheduled ? report.triggered : report.cause) - start
    }
}

/// What became of the cues of a stretch of time: how long those took that were heard, and how many never were.
struct CueTally {
    /// From the trigger to the predicted output, of cues that were triggered and played.
    private(set) var latency = LatencySummary()
    /// Cues that were never heard: refused, or without a device at their time.
    private(set) var unheard = 0
    /// Those of them that were triggered, not scheduled.
    private(set) var unheardTriggers = 0
    /// Cues whose haptics, on a device of their own, never came out of it.
    private(set) var hapticsUnheard = 0

    /// The cues that were triggered, heard or not.
    var triggered: Int { latency.count + unheardTriggers }

    mutating func note(_ report: CueReport) {
        if report.receipt.isUnheard {
            unheard += 1
            if !report.isScheduled { unheardTriggers += 1 }
        }
        if report.hapticReceipt?.isUnheard == true { hapticsUnheard += 1 }
        if report.isPlayed, !report.isScheduled { latency.record(report.latency) }
    }
}

extension Receipt {
    /// The voice was to sound and did not.
    fileprivate var isUnheard: Bool { outcome == .unheard || outcome == .refused }
}

import Feedback
import Games
import Latency
import Playback
import Timebase

/// What happened in a session, as it is told at the end.
struct RoundJournal {
    /// When the session began; game time counts from here.
    let start: Instant
    /// Whether each report is kept, for the JSON at the end; an evening has thousands.
    let keepsReports: Bool
    private(set) var reports: [CueReport] = []
    private(set) var results: [KapeResult] = []
    private(set) var cards: [String] = []
    private(set) var events: [String] = []
    /// From the trigger to the predicted output, of cues that were triggered and played.
    private(set) var latency = LatencySummary()
    /// From the motion sample or key to the predicted output.
    private(set) var sinceCause = LatencySummary()
    /// How late scheduled cues were on their instants.
    private(set) var lateness = LatencySummary()

    /// As `latency`, of the present round, or until another begins the last.
    private(set) var roundLatency = LatencySummary()
    /// Cues that were never heard: refused, or without a device at their time.
    private(set) var unheard = 0
    /// Cues whose haptics, on a device of their own, never came out of it.
    private(set) var hapticsUnheard = 0

    init(start: Instant, keepsReports: Bool = true) {
        self.start = start
        self.keepsReports = keepsReports
    }

    /// Another round begins.
    mutating func beginRound() { roundLatency = LatencySummary() }

    mutating func note(_ report: CueReport) {
        if keepsReports { reports.append(report) }
        if report.receipt.isUnheard { unheard += 1 }
        if report.hapticReceipt?.isUnheard == true { hapticsUnheard += 1 }
        guard report.isPlayed else { return }
        if report.isScheduled {
            // Early is as wrong as late.
            lateness.record(Interval(nanoseconds: Int64(clamping: report.latency.nanoseconds.magnitude)))
        } else {
            latency.record(report.latency)
            roundLatency.record(report.latency)
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

extension Receipt {
    /// The voice was to sound and did not.
    fileprivate var isUnheard: Bool { outcome == .unheard || outcome == .refused }
}

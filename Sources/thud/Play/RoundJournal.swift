import Feedback
import Games
import Latency
import Playback
import Timebase

/// What happened in a session, as it is told at the end.
struct RoundJournal {
    /// When the session began; game time counts from here.
    let start: Instant
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

    init(start: Instant) { self.start = start }

    mutating func note(_ report: CueReport) {
        reports.append(report)
        guard report.isPlayed else { return }
        if report.isScheduled {
            // Early is as wrong as late.
            lateness.record(Interval(nanoseconds: Int64(clamping: report.latency.nanoseconds.magnitude)))
        } else {
            latency.record(report.latency)
            sinceCause.record(report.sinceCause)
        }
    }

    mutating func note(card: String) { cards.append(card) }
    mutating func note(result: KapeResult) { results.append(result) }
    mutating func note(event: String) { events.append(event) }

    /// Cues that were never heard: refused, or without a device at their time.
    var unheard: Int { reports.count { $0.receipt.isUnheard } }

    /// Cues whose haptics, on a device of their own, never came out of it.
    var hapticsUnheard: Int { reports.count { $0.hapticReceipt?.isUnheard ?? false } }

    /// When a cue belongs in game time: at its cause, or where it was scheduled.
    func gameTime(of report: CueReport) -> Interval {
        (report.isScheduled ? report.triggered : report.cause) - start
    }
}

extension Receipt {
    /// The voice was to sound and did not.
    fileprivate var isUnheard: Bool { outcome == .unheard || outcome == .refused }
}

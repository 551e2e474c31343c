import ThudCore
import ThudFeedback
import ThudPlayback
import ThudReports

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

import ThudCore
import ThudFeedback
import ThudGameUI
import ThudReports

/// The measurements shown on the screen, as text.
///
/// A percentile scans a whole histogram, which is too much for every frame. The text is rebuilt only when there is
/// something new, and at most twice a second.
struct LiveMetrics {
    /// How the round met the budget, in figures for the developer.
    private(set) var verdict: String?
    /// What was lost or late in the round, for every player; nil if nothing was.
    private(set) var complaint: String?
    /// The developer's line: what an audio engineer wants to see while a round runs.
    private(set) var line = DeveloperMetrics([""], device: "")
    /// A short form of the line for the developer's panel.
    private(set) var figures = ""
    private var last: CueReport?
    private var isStale = true
    private var nextRefresh = Instant(nanoseconds: 0)
    private static let interval = Interval.milliseconds(500)

    mutating func take(_ reports: [CueReport]) {
        // A scheduled cue comes on its frame and has no latency.
        last = reports.last { !$0.isScheduled } ?? last
        isStale = isStale || !reports.isEmpty
    }

    /// Rebuilds the text if it may have changed; returns whether it has.
    mutating func refresh(
        _ feedback: FeedbackOutput, _ renderer: ScreenRenderer, wantsLine: Bool, _ now: Instant
    ) -> Bool {
        guard now >= nextRefresh, isStale || wantsLine else { return false }
        nextRefresh = now + LiveMetrics.interval
        let before = (verdict, line)
        if isStale {
            let round = feedback.roundVerdict
            (verdict, complaint) = (StatusLine.round(round), StatusLine.complaint(round))
        }
        if wantsLine { measure(feedback, renderer.times) }
        isStale = false
        return before != (verdict, line)
    }

    /// Writes the measurements in forms for ever narrower screens.
    private mutating func measure(_ feedback: FeedbackOutput, _ frames: FrameTimes) {
        let latency = feedback.log.tally.latency
        let input = feedback.log.tally.inputToOutput
        let (input50, input99) = (number(input, 50), number(input, 99))
        let health = feedback.output.engine.health
        let (p50, p99, max) = (number(latency, 50), number(latency, 99), number(latency, 100))
        let jitter = number(latency.isEmpty ? nil : latency.jitter)
        let (frame50, frame99) = (number(frames.delay, 50), number(frames.delay, 99))
        let cue = number(last?.latency.milliseconds)
        let named = last.map { "\($0.name) \(cue) ms" } ?? cue
        line = DeveloperMetrics(
            [
                "cue \(named) · p50 \(p50) p99 \(p99) max \(max) jitter \(jitter) ms"
                    + " · input p50 \(input50) p99 \(input99) ms · xruns \(health.xruns)"
                    + " · frame p50 \(frame50) p99 \(frame99) ms",
                "cue \(cue) p50 \(p50) p99 \(p99) max \(max) jitter \(jitter) input \(input50)/\(input99)"
                    + " xruns \(health.xruns) frame \(frame50)/\(frame99)",
                "cue \(cue) p50 \(p50) p99 \(p99) jitter \(jitter) xruns \(health.xruns) frame \(frame50)/\(frame99)",
                "cue \(cue) p50 \(p50) p99 \(p99) jitter \(jitter) xruns \(health.xruns)",
            ], device: health.device)
        figures = "p50 \(p50)  p99 \(p99)  worst \(max) ms  jitter \(jitter)  xruns \(health.xruns)"
    }

    private func number(_ histogram: DurationHistogram, _ percent: Double) -> String {
        number(histogram.isEmpty ? nil : histogram.percentile(percent).milliseconds)
    }

    private func number(_ milliseconds: Double?) -> String { milliseconds.map { Decimals.fixed($0, 1) } ?? "-" }
}

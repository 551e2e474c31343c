import Feedback
import Latency
import Playback
import Timebase

/// The figures that stand on the screen, as text.
///
/// A percentile goes through a whole histogram, which is nothing to do for every frame: the text is made anew when there is
/// something new, and a few times a second at most.
struct Figures {
    /// How the budget was met in the round.
    private(set) var verdict: String?
    /// The developer's line: what an audio engineer would want to see while a round runs.
    private(set) var line = ""

    private var last: CueReport?
    private var isStale = true
    private var nextRefresh = Instant(nanoseconds: 0)

    private static let interval = Interval.milliseconds(500)

    /// Takes in what became of cues.
    mutating func take(_ reports: [CueReport]) {
        guard let report = reports.last else { return }
        last = report
        isStale = true
    }

    /// Writes the figures anew, where they may have changed.
    ///
    /// - Returns: whether they did.
    mutating func refresh(_ stage: RoundStage, frames: FrameTimes, wantsLine: Bool, _ now: Instant) -> Bool {
        guard now >= nextRefresh, isStale || wantsLine else { return false }
        nextRefresh = now + Figures.interval
        let before = (verdict, line)
        if isStale { verdict = stage.roundVerdict }
        if wantsLine { line = developerLine(stage, frames) }
        isStale = false
        return before != (verdict, line)
    }

    /// The most telling figures first, since a narrow terminal cuts the line.
    private func developerLine(_ stage: RoundStage, _ frames: FrameTimes) -> String {
        let latency = stage.journal.latency
        let health = stage.output.engine.health
        let last = last.map { "\($0.name) \(StatusLine.fixed($0.latency.milliseconds, 1)) ms" } ?? "-"
        return "cue \(last) · p50 \(number(latency.percentile(50))) p99 \(number(latency.percentile(99)))"
            + " max \(number(latency.worst)) jitter \(number(latency.jitter)) ms"
            + " · xruns \(health.xruns) · frame p50 \(number(frames.delay.percentile(50)))"
            + " p99 \(number(frames.delay.percentile(99))) ms · \(health.device)"
    }

    private func number(_ milliseconds: Double?) -> String { milliseconds.map { StatusLine.fixed($0, 1) } ?? "-" }
}

import Feedback
import Latency
import Playback
import Timebase

/// The developer's line: what an audio engineer would want to see while a round runs.
struct DeveloperFigures {
    let last: CueReport?
    let latency: LatencySummary
    let health: EngineHealth
    let frames: FrameTimes

    /// One line, the most telling figures first, since a narrow terminal cuts it.
    var text: String {
        let last = last.map { " \($0.name) \(StatusLine.fixed($0.latency.milliseconds, 1)) ms" } ?? " -"
        return "cue\(last) · p50 \(number(latency.percentile(50))) p99 \(number(latency.percentile(99)))"
            + " max \(number(latency.worst)) jitter \(number(latency.jitter)) ms"
            + " · xruns \(health.xruns) · frame p50 \(number(frames.delay.percentile(50)))"
            + " p99 \(number(frames.delay.percentile(99))) ms · \(health.device)"
    }

    private func number(_ milliseconds: Double?) -> String { milliseconds.map { StatusLine.fixed($0, 1) } ?? "-" }
}

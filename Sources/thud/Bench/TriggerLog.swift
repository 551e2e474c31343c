import ThudCore
import ThudReports

/// The triggers of a run for outside measurements: one line each, in the order in which they were made.
enum TriggerLog {
    /// CLOCK_MONOTONIC in nanoseconds just before the call, the cue, the predicted output in nanoseconds; tabs between.
    static func text(_ cues: [BenchCue]) -> String {
        cues.map { cue in
            let triggered = cue.triggered.map { "\($0.nanoseconds)" } ?? ""
            let predicted = cue.predictedLatency == nil ? "" : cue.predicted.map { "\($0.nanoseconds)" } ?? ""
            return "\(triggered)\t\(cue.name)\t\(predicted)\n"
        }.joined()
    }
}

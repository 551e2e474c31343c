import ThudCore
import ThudReports
import ThudTestSupport

/// The moments of a benchmark at which a stream missed something, and thus the cues that may be damaged or shifted
/// through no fault of the engine.
struct Tears {
    private let moments: [ClosedRange<Instant>]
    private let length: Interval

    /// The longest time until an xrun is noticed.
    private static let notice = Interval.milliseconds(150)
    /// How long a stream's clock needs until it is correct again.
    private static let settling = Interval.milliseconds(250)

    /// Collects the moments of a run whose cues last `length`: its noticed xruns, and the seams of another recording.
    init(_ run: BenchRun, _ monitor: CapturedSound, length: Interval) {
        moments = run.xruns.map { $0.instant - Self.notice...$0.instant } + monitor.seams
        self.length = length
    }

    /// Returns whether one of them is near a cue: from shortly before its trigger until its sound has ended.
    func touch(_ cue: BenchCue) -> Bool {
        guard let triggered = cue.triggered else { return true }
        let last = [cue.predicted, cue.asked, cue.measured].compactMap(\.self).max() ?? triggered
        let concerned = triggered - Self.settling...max(triggered, last) + length
        return moments.contains { $0.overlaps(concerned) }
    }
}

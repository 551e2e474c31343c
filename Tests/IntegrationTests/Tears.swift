import ThudCore
import ThudReports
import ThudTestSupport

/// The moments of a bench in which a stream is known to have missed something, and so the cues that may be torn or shifted
/// for no fault of the engine's.
struct Tears {
    private let moments: [ClosedRange<Instant>]
    private let length: Interval

    /// An xrun is noticed so much later than it happens, at most.
    private static let notice = Interval.milliseconds(150)
    /// So long a stream's clock takes until it is true again.
    private static let settling = Interval.milliseconds(250)

    /// Those of a run whose cues sound for `length`: the xruns that it noticed, and the seams of another recording.
    init(_ run: BenchRun, _ monitor: CapturedSound, length: Interval) {
        moments = run.xruns.map { $0.instant - Self.notice...$0.instant } + monitor.seams
        self.length = length
    }

    /// Whether one of them is near a cue: from a little before its trigger until it had sounded.
    func touch(_ cue: BenchCue) -> Bool {
        guard let triggered = cue.triggered else { return true }
        let last = [cue.predicted, cue.asked, cue.measured].compactMap(\.self).max() ?? triggered
        let concerned = triggered - Self.settling...max(triggered, last) + length
        return moments.contains { $0.overlaps(concerned) }
    }
}

import ThudCore
import ThudReports

/// How the frames of a screen kept their time.
struct FrameTimes {
    /// Sixty a second.
    static let interval = Interval(nanoseconds: 16_666_667)

    /// From when a frame was due to when the terminal had taken all of it.
    private(set) var delay = LatencySummary(budget: interval)
    /// Bytes written for frames.
    private(set) var bytes = 0
    /// The most bytes written for one frame.
    private(set) var mostBytes = 0
    /// Frames that were due and never drawn, because the one before was not written yet.
    private(set) var skipped = 0

    /// A frame that was due at `due` has been written.
    mutating func note(due: Instant, written: Instant, bytes count: Int) {
        delay.record(written - due)
        bytes += count
        mostBytes = max(mostBytes, count)
    }

    /// So many frames were left out.
    mutating func note(skipped count: Int) { skipped += count }
}

import ThudCore
import ThudReports

/// Decides when the next frame is due: sixty a second while something moves, otherwise one for each change.
struct FramePacer {
    /// The earliest instant of the next frame. It limits frames to sixty a second, except at the start of a flash.
    private var next: Instant
    /// When the first change happened that no frame has shown yet.
    private var wantedSince: Instant?

    init(start: Instant) {
        next = start
        wantedSince = start
    }

    mutating func want(_ now: Instant) { wantedSince = wantedSince ?? now }

    /// Requests a frame at once, ahead of the sixty a second: a flash begins with its trigger.
    mutating func wantAtOnce(_ now: Instant) {
        want(now)
        next = min(next, now)
    }

    /// Returns when the next frame is due; nil if nothing changes. `isMoving` says whether the screen does so without
    /// input.
    func deadline(isMoving: Bool) -> Instant? {
        if isMoving { return next }
        return wantedSince.map { max($0, next) }
    }

    /// Begins a frame if one is due; returns when it was, and how many frames before it were left out.
    mutating func begin(_ now: Instant, isMoving: Bool) -> (due: Instant, skipped: Int)? {
        guard let deadline = deadline(isMoving: isMoving), deadline <= now else { return nil }
        let due = max(next, wantedSince ?? next)
        let late = max(0, (now - due).nanoseconds)
        let skipped = isMoving ? late / FrameTimes.interval.nanoseconds : 0
        next = max(due + FrameTimes.interval * (skipped + 1), now)
        wantedSince = nil
        return (due, Int(skipped))
    }

    /// Starts the count of sixty a second again at `now`, because something begins to move.
    mutating func restart(_ now: Instant) { next = max(next, now) }
}

struct FrameTimes {
    /// A sixtieth of a second.
    static let interval = Interval(nanoseconds: 16_666_667)

    /// The time from when a frame was due until the terminal had taken all of it.
    private(set) var delay = DurationHistogram(resolution: .microsecond)
    private(set) var bytes = 0
    private(set) var mostBytes = 0
    /// Frames that were due but never drawn, because the one before was not written yet.
    var skipped = 0

    mutating func add(due: Instant, written: Instant, bytes count: Int) {
        delay.record(written - due)
        bytes += count
        mostBytes = max(mostBytes, count)
    }
}

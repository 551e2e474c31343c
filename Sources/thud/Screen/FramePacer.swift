import ThudCore

/// When the next frame is due: sixty a second while things move, and one for each change otherwise.
struct FramePacer {
    /// Before this no frame is due, so that there are never more than sixty a second, but for a flash.
    private var next: Instant
    /// When the change happened that no frame has shown yet.
    private var wantedSince: Instant?

    init(start: Instant) {
        next = start
        wantedSince = start
    }

    /// Something changed at `now` that the next frame should show.
    mutating func want(_ now: Instant) { wantedSince = wantedSince ?? now }

    /// Something changed that cannot wait for the next of the sixty: a flash begins with its trigger.
    mutating func wantAtOnce(_ now: Instant) {
        want(now)
        next = min(next, now)
    }

    /// When a frame will be due; nil as long as nothing changes.
    ///
    /// - Parameter isMoving: whether the screen changes by itself.
    func deadline(isMoving: Bool) -> Instant? {
        if isMoving { return next }
        return wantedSince.map { max($0, next) }
    }

    /// Begins a frame: when it was due, and how many before it were left out.
    mutating func begin(_ now: Instant, isMoving: Bool) -> (due: Instant, skipped: Int) {
        let due = max(next, wantedSince ?? next)
        let late = max(0, (now - due).nanoseconds)
        let skipped = isMoving ? late / FrameTimes.interval.nanoseconds : 0
        next = max(due + FrameTimes.interval * (skipped + 1), now)
        wantedSince = nil
        return (due, Int(skipped))
    }

    /// Things begin to move at `now`: the sixty count from here.
    mutating func restart(_ now: Instant) { next = max(next, now) }
}

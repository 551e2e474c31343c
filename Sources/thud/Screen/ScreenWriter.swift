import ThudCore
import ThudReports
import ThudTerminal

/// Shows grids on the terminal and never waits for it: what a slow terminal does not take at once is kept, and no other
/// frame is begun until it has.
struct ScreenWriter {
    let terminal: TerminalWriter
    /// Whether it has colours, and the user wants them.
    let hasColour: Bool

    private var writer: FrameWriter
    private var waiting: [UInt8] = []
    private var written = 0
    /// When the frame was due that waits; nil where it is none.
    private var due: Instant?

    init(_ terminal: TerminalWriter, depth: ColourDepth = ColourDepth { Environment[$0] }) {
        self.terminal = terminal
        hasColour = depth != .none
        writer = FrameWriter(depth: depth)
    }

    /// A frame has not been taken whole yet.
    var isBusy: Bool { written < waiting.count }

    /// Whether frames are wrapped as synchronized updates.
    var isSynchronized: Bool {
        get { writer.isSynchronized }
        set { writer.isSynchronized = newValue }
    }

    /// Makes the bytes that show a grid that was due at `due`, for `flush`; none where nothing has changed.
    mutating func begin(_ grid: Grid, due: Instant) {
        let frame = writer.frame(grid)
        waiting += frame
        self.due = frame.isEmpty ? nil : due
    }

    /// Has something else written, before the next frame. Nothing may wait to be written.
    mutating func send(_ request: String) {
        waiting = Array(request.utf8)
        (written, due) = (0, nil)
    }

    /// A frame that the terminal has taken whole.
    struct Written {
        let due: Instant
        let instant: Instant
        let bytes: Int
    }

    /// Writes as much of the frame that waits as the terminal takes now, and returns it once it is written whole.
    @discardableResult
    mutating func flush() -> Written? {
        while isBusy {
            guard let count = terminal.write(waiting[written...]) else {
                // The terminal is gone; reading it will say so.
                abandon()
                return nil
            }
            guard count > 0 else { return nil }
            written += count
        }
        defer { (waiting, written, due) = ([], 0, nil) }
        guard let due else { return nil }
        return Written(due: due, instant: .now(), bytes: waiting.count)
    }

    /// Leaves out what was not written yet. What the terminal shows is unknown then, so the next frame is drawn whole.
    mutating func abandon() {
        waiting = []
        written = 0
        invalidate()
    }

    /// Draws all of the next frame anew, as after a change of the terminal's size.
    mutating func invalidate() { writer.invalidate() }
}

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

/// How the frames of a screen kept their time.
struct FrameTimes {
    /// Sixty a second.
    static let interval = Interval(nanoseconds: 16_666_667)

    /// From when a frame was due to when the terminal had taken all of it.
    private(set) var delay = DurationHistogram(resolution: .microsecond)
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

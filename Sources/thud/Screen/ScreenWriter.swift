import ThudCore
import ThudReports
import ThudTerminal

/// Writes frames to the terminal without ever blocking. What a slow terminal does not take is kept, and no other
/// frame begins until it has taken the rest.
struct ScreenWriter {
    let terminal: TerminalWriter
    /// Whether the terminal has colours and the user wants them.
    let hasColour: Bool
    private var writer: FrameWriter
    private var waiting: [UInt8] = []
    private var written = 0
    /// When the waiting frame was due; nil if what waits is no frame.
    private var due: Instant?

    init(_ terminal: TerminalWriter, depth: ColourDepth = ColourDepth { Environment[$0] }) {
        self.terminal = terminal
        hasColour = depth != .none
        writer = FrameWriter(depth: depth)
    }

    /// Whether part of a frame is still to be written.
    var isBusy: Bool { written < waiting.count }

    var isSynchronized: Bool {
        get { writer.isSynchronized }
        set { writer.isSynchronized = newValue }
    }

    /// Prepares the bytes that show `grid` for `flush`; none if nothing has changed.
    mutating func begin(_ grid: Grid, due: Instant) {
        let frame = writer.frame(grid)
        waiting += frame
        self.due = frame.isEmpty ? nil : due
    }

    /// Prepares an escape sequence that precedes the next frame. Nothing may be waiting.
    mutating func send(_ request: String) {
        waiting = Array(request.utf8)
        (written, due) = (0, nil)
    }

    struct Written {
        let due: Instant
        let instant: Instant
        let bytes: Int
    }

    /// Writes as much as the terminal takes now; returns the frame once all of it is written.
    @discardableResult
    mutating func flush() -> Written? {
        while isBusy {
            guard let count = terminal.write(waiting[written...]) else {
                // The terminal is gone; reading from it will report that.
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

    /// Drops what was not written. The terminal's content is then unknown, so the next frame is drawn whole.
    mutating func abandon() {
        waiting = []
        written = 0
        invalidate()
    }

    /// Makes the next frame be drawn whole, as after a change of the terminal's size.
    mutating func invalidate() { writer.invalidate() }
}

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

    /// Returns when the next frame is due; nil if nothing changes. `isMoving`: the screen changes by itself.
    func deadline(isMoving: Bool) -> Instant? {
        if isMoving { return next }
        return wantedSince.map { max($0, next) }
    }

    /// Begins a frame; returns when it was due, and how many frames before it were left out.
    mutating func begin(_ now: Instant, isMoving: Bool) -> (due: Instant, skipped: Int) {
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
    private(set) var skipped = 0

    mutating func note(due: Instant, written: Instant, bytes count: Int) {
        delay.record(written - due)
        bytes += count
        mostBytes = max(mostBytes, count)
    }

    mutating func note(skipped count: Int) { skipped += count }
}

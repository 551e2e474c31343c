import ThudCore
import ThudTerminal

/// Shows grids on the terminal and never waits for it: what a slow terminal does not take at once is kept, and no other
/// frame is begun until it has.
struct ScreenOutput: ~Copyable {
    /// The terminal.
    var terminal: TerminalSession
    private(set) var times = FrameTimes()

    private var writer: FrameWriter
    private var waiting: [UInt8] = []
    private var written = 0
    private var due = Instant.now()

    init(_ terminal: consuming TerminalSession) {
        self.terminal = terminal
        writer = FrameWriter(depth: ColourDepth { Environment[$0] })
    }

    /// A frame has not been taken whole yet.
    var isBusy: Bool { written < waiting.count }

    /// Whether frames are wrapped as synchronized updates.
    var isSynchronized: Bool {
        get { writer.isSynchronized }
        set { writer.isSynchronized = newValue }
    }

    /// Shows a grid that was due at `due`; nothing is written where nothing has changed.
    mutating func show(_ grid: Grid, due: Instant) {
        waiting = writer.frame(grid)
        written = 0
        self.due = due
        flush()
    }

    /// Writes more of the frame that waits.
    mutating func flush() {
        while isBusy {
            guard let count = terminal.write(waiting[written...]) else {
                // The terminal is gone; reading it will say so.
                written = waiting.count
                return
            }
            guard count > 0 else { return }
            written += count
        }
        guard !waiting.isEmpty else { return }
        times.note(due: due, written: .now(), bytes: waiting.count)
        waiting = []
        written = 0
    }

    mutating func note(skipped count: Int) { times.note(skipped: count) }

    /// Gives the terminal back for a while.
    mutating func leave() {
        terminal.leave()
        waiting = []
        written = 0
    }

    /// Takes the terminal again; all is drawn anew.
    mutating func enter() {
        terminal.enter()
        writer.invalidate()
    }

    /// Draws all of the next frame anew, as after a change of the terminal's size.
    mutating func invalidate() { writer.invalidate() }
}

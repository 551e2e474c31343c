import ThudCore
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
        let isConsole = Environment["TERM"] == "linux"
        writer = FrameWriter(
            depth: depth, console: isConsole ? ConsoleFont(terminal: terminal.descriptor) : nil)
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

    /// When a frame was due, when the terminal had taken all of it, and its length.
    typealias Written = (due: Instant, instant: Instant, bytes: Int)

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
        return (due, .now(), waiting.count)
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

import Glibc
import Synchronization
import ThudCore
import ThudGameUI
import ThudTerminal

/// Draws pictures on a terminal on its own thread, so that neither drawing nor a slow terminal delays the thread that
/// takes keys and triggers cues.
///
/// That thread posts pictures, which are plain values. While one is drawn, the next one waits, and a newer one replaces
/// it. The thread is no `Worker`, because it also waits for the terminal and publishes its state instead of replies.
final class ScreenRenderer: Sendable {
    private typealias Frame = (picture: any ScreenPicture, due: Instant)

    /// What a mouse press needs to know about the picture on the screen.
    struct Shown: Sendable {
        fileprivate(set) var targets: [Canvas.Target] = []
        fileprivate(set) var mostScroll = 0
        /// How many cards of a list stand beside each other.
        fileprivate(set) var cardColumns = 1
        /// The rows at its bottom for a notice and the developer's line.
        fileprivate(set) var reservedRows = 0

        /// Returns the action at a position, if any. Later targets lie above earlier ones.
        func action(at position: Position) -> ShellAction? { targets.last { $0.area.contains(position) }?.action }
    }

    private struct State {
        var next: Frame?
        var requests = ""
        /// Whether the terminal's content is unknown, so that the next frame must be drawn whole.
        var isUnknown = true
        var isSynchronized: Bool
        var isStopped = false
        var shown = Shown()
        var times = FrameTimes()
        /// The earliest instant of the awaited picture; nil if none is awaited.
        var awaited: Instant?
        var awaitedFrame: Instant?
    }

    private let terminal: TerminalWriter
    private let state: Mutex<State>
    /// Whether writing is allowed. Each write holds the lock but never blocks, so none happens after `hold`.
    private let isOpen = Mutex(true)
    private let wake = EventDescriptor()
    private let thread = PlainThread(name: "thud-screen")

    /// How long to wait before writing to a stalled terminal again, unless poll(2) reports earlier that it is ready.
    private static let timeout = Interval.milliseconds(500)

    /// Starts the thread. Call `stop` before the terminal's session ends.
    init(
        _ terminal: TerminalWriter, isSynchronized: Bool = false, depth: ColourDepth = ColourDepth { Environment[$0] }
    ) {
        self.terminal = terminal
        state = Mutex(State(isSynchronized: isSynchronized))
        let output = ScreenWriter(terminal, depth: depth)
        thread.start { [self] in run(output) }
    }

    // MARK: For the thread that takes keys

    /// Posts a picture, which replaces one that still waits. `skipped` counts the frames left out before it.
    func post(_ picture: any ScreenPicture, due: Instant, skipped: Int = 0) {
        state.withLock { state in
            state.times.skipped += skipped + (state.next == nil ? 0 : 1)
            state.next = (picture, due)
        }
        wake.signal()
    }

    /// Sends an escape sequence to the terminal between two frames.
    func send(_ request: String) {
        state.withLock { $0.requests += request }
        wake.signal()
    }

    /// Makes the next frame be drawn whole.
    func invalidate() { state.withLock { $0.isUnknown = true } }

    func setSynchronized(_ isSynchronized: Bool) { state.withLock { $0.isSynchronized = isSynchronized } }

    var shown: Shown { state.withLock { $0.shown } }
    var times: FrameTimes { state.withLock { $0.times } }

    /// Requests the time of the first picture of `instant` or later, once the terminal has taken all of it.
    func awaitFrame(since instant: Instant) {
        state.withLock { state in
            state.awaited = instant
            state.awaitedFrame = nil
        }
    }

    /// Takes the time requested by `awaitFrame`; nil before the picture is written, and after it was taken.
    func takeAwaitedFrame() -> Instant? { state.withLock { $0.awaitedFrame.take() } }

    /// Stops writing until `resume`, and drops what waits.
    func hold() {
        isOpen.withLock { $0 = false }
        state.withLock { ($0.next, $0.requests) = (nil, "") }
    }

    /// Writes again, and draws the first frame whole.
    func resume() {
        invalidate()
        isOpen.withLock { $0 = true }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        wake.signal()
        thread.join()
    }

    // MARK: The drawing thread

    private func run(_ output: ScreenWriter) {
        var screen = output
        let letters = LetterCase.usual()
        var still: AnyHashable?
        var drawn = Instant(nanoseconds: 0)
        while true {
            let (isStopped, frame, requests) = state.withLock { state in
                // Nothing else may begin before the terminal has taken the whole frame.
                guard !screen.isBusy else { return (state.isStopped, Frame?.none, "") }
                defer { state.requests = "" }
                return (state.isStopped, state.next.take(), state.requests)
            }
            guard !isStopped else { return }
            if !requests.isEmpty { screen.send(requests) }
            if let frame {
                drawn = frame.picture.now
                draw(frame, letters, on: &screen, &still)
            }
            let wasBusy = screen.isBusy
            if wasBusy { write(&screen, of: drawn) }
            let isBusy = screen.isBusy
            // A frame posted in the meantime may have woken this thread while it could not draw.
            if wasBusy, !isBusy { continue }
            // Waits for the next frame, or until the terminal takes more of the present one.
            wake.wait(atMost: isBusy ? Self.timeout : nil, or: isBusy ? terminal.descriptor : -1, for: POLLOUT)
        }
    }

    private func draw(
        _ frame: Frame, _ letters: LetterCase, on screen: inout ScreenWriter, _ still: inout AnyHashable?
    ) {
        let isUnknown = state.withLock { state in
            screen.isSynchronized = state.isSynchronized
            defer { state.isUnknown = false }
            return state.isUnknown
        }
        if isUnknown {
            screen.invalidate()
            still = nil
        }
        let size = terminal.size
        let next = frame.picture.stillFrame(size)
        defer { still = next }
        if next != nil, next == still { return }
        let canvas = frame.picture.canvas(size, letters: letters, hasColour: screen.hasColour)
        let shown = Shown(
            targets: canvas.targets, mostScroll: frame.picture.mostScroll(on: canvas), cardColumns: canvas.cardColumns,
            reservedRows: canvas.reservedRows)
        state.withLock { $0.shown = shown }
        screen.begin(canvas.grid, due: frame.due)
    }

    private func write(_ screen: inout ScreenWriter, of drawn: Instant) {
        let written = isOpen.withLock { isOpen -> ScreenWriter.Written? in
            if isOpen { return screen.flush() }
            screen.abandon()
            return nil
        }
        guard let written else { return }
        state.withLock { state in
            state.times.add(due: written.due, written: written.instant, bytes: written.bytes)
            guard let awaited = state.awaited, drawn >= awaited else { return }
            (state.awaited, state.awaitedFrame) = (nil, written.instant)
        }
    }
}

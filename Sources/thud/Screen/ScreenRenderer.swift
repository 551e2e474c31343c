import Glibc
import Synchronization
import ThudCore
import ThudGameUI
import ThudTerminal

/// Draws pictures on a terminal, on a thread of its own, so that neither drawing nor a slow terminal holds up the thread that
/// takes keys and gives cues.
///
/// That thread posts pictures, which are plain values. A picture that comes while another is drawn waits, and gives way to the
/// next one. The thread is no `Worker`: it waits for the terminal as well, and answers no request but shows how it stands.
final class ScreenRenderer: Sendable {
    /// One picture and the instant at which it was due.
    struct Frame: Sendable {
        let picture: ShellPicture
        let due: Instant
    }

    /// What a press needs to know of the picture that is shown.
    struct Shown: Sendable {
        fileprivate(set) var targets: [Canvas.Target] = []
        /// How many rows its lists can be scrolled.
        fileprivate(set) var mostScroll = 0

        /// The action of a press at a place, if there is one. A later target lies above an earlier one.
        func action(at position: Position) -> ShellAction? { targets.last { $0.area.contains(position) }?.action }
    }

    private struct State {
        var next: Frame?
        /// What the terminal is to be told before the next frame.
        var requests = ""
        /// Nobody knows what the terminal shows, so the next frame is drawn whole.
        var isUnknown = true
        var isSynchronized = false
        var isStopped = false
        var shown = Shown()
        var times = FrameTimes()
        /// A picture from this instant on is waited for.
        var awaited: Instant?
        /// When the first such picture had been written.
        var awaitedFrame: Instant?
    }

    private let terminal: TerminalWriter
    private let state = Mutex(State())
    /// Whether the terminal may be written to. It is locked during each write, none of which waits, so that nothing is written once
    /// it has been closed.
    private let isOpen = Mutex(true)
    private let wake = EventDescriptor()
    private let thread = PlainThread(name: "thud-screen")

    /// How long to wait before a terminal that took less than a frame is offered the rest, unless it asks for it before.
    private static let patience = Interval.milliseconds(500)

    /// Starts the thread. `stop` ends it, which is to be called before the terminal's session ends.
    init(_ terminal: TerminalWriter, depth: ColourDepth = ColourDepth { Environment[$0] }) {
        self.terminal = terminal
        let output = ScreenWriter(terminal, depth: depth)
        thread.start { [self] in run(output) }
    }

    // MARK: For the thread that takes keys

    /// Has a picture drawn, in the place of one that still waits.
    ///
    /// - Parameter skipped: how many frames before it were left out.
    func post(_ picture: ShellPicture, due: Instant, skipped: Int = 0) {
        state.withLock { state in
            state.times.note(skipped: skipped + (state.next == nil ? 0 : 1))
            state.next = Frame(picture: picture, due: due)
        }
        wake.signal()
    }

    /// Tells the terminal something, between two frames.
    func send(_ request: String) {
        state.withLock { $0.requests += request }
        wake.signal()
    }

    /// Has the next picture drawn whole.
    func invalidate() { state.withLock { $0.isUnknown = true } }

    /// Whether frames are wrapped as synchronized updates.
    func setSynchronized(_ isSynchronized: Bool) { state.withLock { $0.isSynchronized = isSynchronized } }

    var shown: Shown { state.withLock { $0.shown } }

    /// How the frames have kept their time so far.
    var times: FrameTimes { state.withLock { $0.times } }

    /// Has the first picture noted that is of `instant` or later, once the terminal has taken all of it.
    func awaitFrame(since instant: Instant) {
        state.withLock { state in
            state.awaited = instant
            state.awaitedFrame = nil
        }
    }

    /// When the terminal had taken the picture that `awaitFrame` asked for; nil until then, and after it was told.
    func takeAwaitedFrame() -> Instant? { state.withLock { $0.awaitedFrame.take() } }

    /// Writes nothing more from here on, until `resume`.
    func hold() {
        isOpen.withLock { $0 = false }
        state.withLock { ($0.next, $0.requests) = (nil, "") }
    }

    /// Writes again; the first frame is drawn whole.
    func resume() {
        invalidate()
        isOpen.withLock { $0 = true }
    }

    /// Ends the thread. Nothing is drawn after it.
    func stop() {
        state.withLock { $0.isStopped = true }
        wake.signal()
        thread.join()
    }

    // MARK: The thread

    private func run(_ output: ScreenWriter) {
        var screen = output
        let letters = LetterCase.usual()
        var still: ShellPicture.StillFrame?
        var drawn = Instant(nanoseconds: 0)
        while true {
            let (isStopped, frame, requests) = state.withLock { state in
                // Nothing else is begun until the terminal has taken this frame.
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
            if screen.isBusy { write(&screen, of: drawn) }
            // Until there is a frame to draw, or until the terminal takes more of the one that is written.
            let isBusy = screen.isBusy
            wake.wait(atMost: isBusy ? Self.patience : nil, or: isBusy ? terminal.descriptor : -1, for: POLLOUT)
        }
    }

    private func draw(
        _ frame: Frame, _ letters: LetterCase, on screen: inout ScreenWriter, _ still: inout ShellPicture.StillFrame?
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
        let shown = Shown(targets: canvas.targets, mostScroll: frame.picture.mostScroll(on: canvas))
        state.withLock { $0.shown = shown }
        screen.begin(canvas.grid, due: frame.due)
    }

    /// - Parameter drawn: the moment of the picture.
    private func write(_ screen: inout ScreenWriter, of drawn: Instant) {
        let written = isOpen.withLock { isOpen -> ScreenWriter.Written? in
            if isOpen { return screen.flush() }
            screen.abandon()
            return nil
        }
        guard let written else { return }
        state.withLock { state in
            state.times.note(due: written.due, written: written.instant, bytes: written.bytes)
            guard let awaited = state.awaited, drawn >= awaited else { return }
            (state.awaited, state.awaitedFrame) = (nil, written.instant)
        }
    }
}

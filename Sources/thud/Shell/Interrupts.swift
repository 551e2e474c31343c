import CThudSystem
import Glibc
import Synchronization
import ThudTerminal

/// Delivers the signals that concern a round through a descriptor that a loop can wait for.
struct Interrupts {
    /// The signals that do not end the program.
    struct Events: OptionSet {
        let rawValue: UInt32
        static let resized = Events(rawValue: 1)
        /// A request to stop (Ctrl-Z).
        static let stopRequested = Events(rawValue: 2)
        static let continued = Events(rawValue: 4)
    }

    /// Readable once a signal has arrived.
    let descriptor = Interrupts.pipe

    // The signal handlers may touch only these.
    private static let pipe = thud_event_create()
    private static let received = Atomic<Int32>(0)
    private static let events = Atomic<UInt32>(0)

    /// Handles the signals that ask the program to end, and those of the events in `taken`. A program that uses the
    /// whole terminal takes all of them; other commands leave some to the system.
    init(_ taken: Events = [.resized, .stopRequested, .continued]) {
        // The first access to a static runs its initialiser, which a handler must not do. A signal that came after the
        // loop before, such as the launcher's, still ends the program.
        _ = Interrupts.received.load(ordering: .relaxed)
        Interrupts.events.store(0, ordering: .relaxed)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            Interrupts.takeOver(number) { number in
                Interrupts.received.store(number, ordering: .relaxed)
                thud_event_signal(Interrupts.pipe)
            }
        }
        // A handler cannot capture its event.
        if taken.contains(.resized) { Interrupts.takeOver(SIGWINCH) { _ in Interrupts.post(.resized) } }
        if taken.contains(.stopRequested) { Interrupts.takeOver(SIGTSTP) { _ in Interrupts.post(.stopRequested) } }
        if taken.contains(.continued) { Interrupts.takeOver(SIGCONT) { _ in Interrupts.post(.continued) } }
    }

    /// The signal that asked the program to end; nil if none has.
    var received: Int32? {
        let number = Interrupts.received.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    var hasEvents: Bool { Interrupts.events.load(ordering: .relaxed) != 0 }

    func take() -> Events {
        thud_event_clear(descriptor)
        return Events(rawValue: Interrupts.events.exchange(0, ordering: .relaxed))
    }

    /// Carries out a control key: raises its signal or redraws the screen.
    static func carryOut(_ key: ControlKey, redraw: () -> Void) {
        switch key {
        case .interrupt: Glibc.raise(SIGINT)
        case .quit: Glibc.raise(SIGQUIT)
        case .stop: Glibc.raise(SIGTSTP)
        case .redraw: redraw()
        }
    }

    /// Stops the process until it is continued, as the signal itself would have done. On a terminal without a shell
    /// nobody could continue it, so the system ignores the signal there.
    static func stop() {
        let handler = signal(SIGTSTP, SIG_DFL)
        Glibc.raise(SIGTSTP)
        signal(SIGTSTP, handler)
    }

    /// Ends the process by the signal, once everything is closed.
    static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        Glibc.raise(number)
        _exit(128 + number)
    }

    /// Gives the signals that end or stop the program back to the system, because no loop looks for them while the
    /// program waits for the reader of a pipe, or for a line.
    static func release() {
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] {
            if let handler = signal(number, SIG_DFL), isIgnored(handler) { signal(number, SIG_IGN) }
        }
    }

    /// Installs a handler for a signal. One that was ignored at the start stays ignored, as `nohup` expects. A shell
    /// without job control starts the program with Ctrl-Z ignored.
    private static func takeOver(_ number: Int32, _ handler: @convention(c) (Int32) -> Void) {
        if isIgnored(signal(number, handler)) { signal(number, SIG_IGN) }
    }

    private static func post(_ event: Events) {
        Interrupts.events.bitwiseOr(event.rawValue, ordering: .relaxed)
        thud_event_signal(Interrupts.pipe)
    }

    private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

import CThudSystem
import Glibc
import ThudCore
import ThudPlayback

/// The event loop of rounds, auditions, listeners and benches. No other code on its thread polls.
///
///     let loop = EventLoop(output.engine, interrupts)
///     let signal = loop.run(client)
///
/// Each iteration has four steps. The client **handles** the events that ended the sleep, does what is **due**,
/// **collects** reports from the audio thread, and **presents** the result. It then registers each of its sources with
/// a descriptor, a deadline or both, and its handler. With a virtual clock the loop never sleeps: time jumps to the
/// next deadline.
final class EventLoop {
    /// The sources of events, in the order of handling. Keys come first, because others may take time.
    enum Token: Int {
        case keys
        /// A program that is measured has written to its terminal.
        case program
        /// A sound server reports that program's streams.
        case ears
        /// The window of that program has changed.
        case window
        case lines
        case motion
        case files
        case worker
        case feedback
        case mute
        /// A deadline without a descriptor.
        case timer
    }

    private struct Source {
        let token: Token
        let descriptors: [Int32]
        let deadline: Instant?
        let handle: (_ isReadable: Bool) -> Void
    }

    private let interrupts: Interrupts
    private let engine: Engine?
    private var sources: [Source] = []
    /// Whether the client finished the loop, rather than a signal.
    private(set) var isFinished = false
    private let longestSleep: Interval
    /// The end of the last sleep, and the earliest instant at which an event of this iteration can have happened.
    private var lastWake = Instant.now()
    private var earliestEvent = Instant.now()

    /// A sleep that ends sooner found its event waiting.
    private static let shortestSleep = Interval(nanoseconds: 200_000)

    /// Creates a loop on the clock of `engine`, or on the system's if nothing sounds. Without a deadline it sleeps
    /// `longestSleep` at most.
    init(_ engine: Engine?, _ interrupts: Interrupts, longestSleep: Interval = .milliseconds(500)) {
        self.engine = engine
        self.interrupts = interrupts
        self.longestSleep = longestSleep
    }

    var now: Instant { engine?.now ?? .now() }

    func finish() { isFinished = true }

    /// The longest that an event of this iteration can have waited until now. If the process was stopped, or
    /// the event was waiting already, it may have come just after the sleep before.
    var longestWait: Interval { .now() - earliestEvent }

    /// Registers a source for the next sleep alone. When a descriptor is readable or `deadline` is reached, the loop
    /// wakes and calls `handle`.
    func wait(
        _ token: Token, for descriptors: [Int32] = [], until deadline: Instant? = nil,
        then handle: @escaping (_ isReadable: Bool) -> Void = { _ in }
    ) {
        guard !descriptors.isEmpty || deadline != nil else { return }
        sources.append(Source(token: token, descriptors: descriptors, deadline: deadline, handle: handle))
    }

    /// Runs until the client finishes the loop or a signal asks the program to end; returns that signal.
    func run(_ client: some LoopClient) -> Int32? {
        isFinished = false
        while interrupts.received == nil {
            client.advance(to: now)
            client.collect()
            client.present(now)
            guard !isFinished else { break }
            for (source, isReadable) in sleep(client) { source.handle(isReadable) }
        }
        return interrupts.received
    }

    /// Waits until `end`, or until a signal asks the program to end.
    func rest(until end: Instant) {
        while interrupts.received == nil, now < end { _ = poll([interrupts.descriptor], until: end) }
    }

    // MARK: Sleeping

    /// Sleeps until an event or a deadline; returns the affected sources in the order of their tokens.
    private func sleep(_ client: some LoopClient) -> [(Source, isReadable: Bool)] {
        client.register(in: self)
        defer { sources.removeAll(keepingCapacity: true) }
        let deadline = sources.compactMap(\.deadline).min() ?? now + longestSleep
        if let engine, engine.isVirtual {
            engine.advance(to: deadline)
            return happened { _ in false }
        }
        let descriptors = [interrupts.descriptor] + sources.flatMap(\.descriptors)
        let start = Instant.now()
        let readable = poll(descriptors, until: deadline)
        let end = Instant.now()
        let before = lastWake
        // A handler may run between the end of the sleep and here, so the descriptor alone does not tell.
        let isSignalled = readable.contains(interrupts.descriptor) || interrupts.hasEvents
        let isContinued = isSignalled && takeSignals(client).contains(.continued)
        earliestEvent = isContinued || end - start < Self.shortestSleep ? before : end
        // While the process was stopped, more may have come than this sleep found.
        lastWake = isContinued ? start : end
        return happened { readable.contains($0) }
    }

    private func happened(_ isReadable: (Int32) -> Bool) -> [(Source, isReadable: Bool)] {
        let now = now
        return sources.compactMap { source in
            let isReady = source.descriptors.contains(where: isReadable)
            return isReady || source.deadline.map { $0 <= now } == true ? (source, isReady) : nil
        }.sorted { $0.0.token.rawValue < $1.0.token.rawValue }
    }

    /// Waits until `deadline` at the latest; returns the readable descriptors.
    private func poll(_ descriptors: [Int32], until deadline: Instant) -> Set<Int32> {
        var wanted = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let start = Instant.now()
            let length = max(.zero, deadline - start)
            let count = thud_poll(&wanted, UInt32(wanted.count), length.nanoseconds)
            // A stop and a signal interrupt the sleep. What they changed is readable right after.
            if count < 0, errno == EINTR { continue }
            if count == 0 { Limits.checkClock(after: length, from: start) }
            return Set(wanted.lazy.filter { count > 0 && $0.revents != 0 }.map(\.fd))
        }
    }

    /// Stops and continues the process on request of a shell. After a stop from outside (SIGSTOP), the shell has
    /// changed the terminal's state, so the client takes the terminal again then, too.
    private func takeSignals(_ client: some LoopClient) -> Interrupts.Events {
        let events = interrupts.take()
        if events.contains(.resized) { client.resize(now) }
        guard events.contains(.stopRequested) || events.contains(.continued) else { return events }
        client.suspend(now)
        if events.contains(.stopRequested) {
            client.whileStopped(Interrupts.stop)
            _ = interrupts.take()
        }
        // A program that is ended while it is stopped does not take the terminal again.
        if interrupts.received == nil { client.resume(now) }
        return events
    }
}

/// A client of an `EventLoop`. All methods run on the thread that triggers cues, so none may block.
protocol LoopClient: AnyObject {
    /// Registers what the next sleep waits for.
    func register(in loop: EventLoop)
    /// Does what is due by `now`.
    func advance(to now: Instant)
    /// Takes the reports of the audio thread and the devices.
    func collect()
    func present(_ now: Instant)
    func resize(_ now: Instant)
    /// Silences the output and gives the terminal back, because the process is about to stop.
    func suspend(_ now: Instant)
    /// Calls `stop`, which stops the process and returns once it continues.
    func whileStopped(_ stop: () -> Void)
    /// Takes the terminal again after a stop.
    func resume(_ now: Instant)
}

extension LoopClient {
    func advance(to now: Instant) {}
    func collect() {}
    func present(_ now: Instant) {}
    func resize(_ now: Instant) {}
    func suspend(_ now: Instant) {}
    func whileStopped(_ stop: () -> Void) { stop() }
    func resume(_ now: Instant) {}
}

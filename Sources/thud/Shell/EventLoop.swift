import CThudSystem
import Glibc
import ThudCore
import ThudPlayback

/// The one loop in which everything runs that waits: rounds, auditions, listeners, benches. It alone polls.
///
///     let loop = EventLoop(output.engine, interrupts)
///     let signal = loop.run(client)
///
/// A turn has four steps. The client **handles** the events that ended the sleep, does what is **due**, **collects** what the audio
/// thread reports, and **presents** the result. Then it says under which tokens it waits, for a descriptor, a deadline, or both.
/// Against a virtual clock the loop never sleeps: time goes on to the next deadline at once.
final class EventLoop {
    /// The sources of events, in the order in which a turn handles them. A person's key comes before anything that may take time.
    enum Token: Int {
        case keys
        case lines
        case motion
        case files
        /// A background worker has an answer.
        case worker
        case feedback
        case mute
        /// Nothing but a deadline.
        case timer
    }

    private struct Source {
        let token: Token
        var descriptors: [Int32]
        var deadline: Instant?
    }

    private let interrupts: Interrupts
    private let engine: Engine
    private var sources: [Source] = []
    private var isFinished = false

    private let longestSleep: Interval

    /// A loop on the clock of `engine` that ends by a signal of `interrupts`.
    ///
    /// - Parameter longestSleep: how long a sleep may last if nothing has a deadline.
    init(_ engine: Engine, _ interrupts: Interrupts, longestSleep: Interval = .milliseconds(500)) {
        self.engine = engine
        self.interrupts = interrupts
        self.longestSleep = longestSleep
    }

    var now: Instant { engine.now }

    /// Ends the loop with this turn.
    func finish() { isFinished = true }

    /// Waits for `descriptors` or until `deadline`, under a token, until the next sleep is over.
    func wait(_ token: Token, for descriptors: [Int32] = [], until deadline: Instant? = nil) {
        guard !descriptors.isEmpty || deadline != nil else { return }
        sources.append(Source(token: token, descriptors: descriptors, deadline: deadline))
    }

    /// Runs turns until the client finishes the loop, or until a signal asks the program to end, which is returned.
    func run(_ client: some LoopClient) -> Int32? {
        isFinished = false
        while interrupts.received == nil {
            client.advance(to: now)
            client.collect()
            client.present(now)
            guard !isFinished else { break }
            for (token, isReadable) in sleep(client) { client.handle(token, isReadable: isReadable) }
        }
        return interrupts.received
    }

    /// Lets time pass in which only a signal counts.
    func rest(until end: Instant) {
        while interrupts.received == nil, now < end { _ = poll([interrupts.descriptor], until: end) }
    }

    // MARK: Sleeping

    /// Sleeps until something has happened or is due, and returns the tokens that it concerns, in their order.
    private func sleep(_ client: some LoopClient) -> [(Token, isReadable: Bool)] {
        sources.removeAll(keepingCapacity: true)
        client.register(in: self)
        let deadline = sources.compactMap(\.deadline).min() ?? now + longestSleep
        if engine.isVirtual {
            engine.advance(to: deadline)
            return happened { _ in false }
        }
        let descriptors = [interrupts.descriptor] + sources.flatMap(\.descriptors)
        let readable = poll(descriptors, until: deadline)
        if readable.contains(interrupts.descriptor) { takeSignals(client) }
        return happened { readable.contains($0) }
    }

    private func happened(_ isReadable: (Int32) -> Bool) -> [(Token, isReadable: Bool)] {
        let now = now
        return sources.compactMap { source in
            let isReady = source.descriptors.contains(where: isReadable)
            return isReady || source.deadline.map { $0 <= now } == true ? (source.token, isReady) : nil
        }.sorted { $0.0.rawValue < $1.0.rawValue }
    }

    /// The descriptors that can be read, after a wait that ends at `deadline` at the latest.
    private func poll(_ descriptors: [Int32], until deadline: Instant) -> Set<Int32> {
        var wanted = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard thud_poll(&wanted, UInt32(wanted.count), max(0, (deadline - .now()).nanoseconds)) > 0 else { return [] }
        return Set(wanted.lazy.filter { $0.revents != 0 }.map(\.fd))
    }

    /// Stops and continues the process as a shell asks. After a stop from outside the terminal is as the shell has left it, so it
    /// is taken again then too.
    private func takeSignals(_ client: some LoopClient) {
        let events = interrupts.take()
        if events.contains(.resized) { client.resize(now) }
        guard events.contains(.stopRequested) || events.contains(.continued) else { return }
        client.suspend(now)
        if events.contains(.stopRequested) {
            client.whileStopped(Interrupts.stop)
            _ = interrupts.take()
        }
        // A program that is ended while it is stopped does not take the terminal again.
        if interrupts.received == nil { client.resume(now) }
    }
}

/// What runs in an `EventLoop`. All of it is called on the thread that gives cues, so nothing in it may wait.
protocol LoopClient: AnyObject {
    /// Names what to wait for during the sleep that comes.
    func register(in loop: EventLoop)
    /// Something that was registered under `token` can be read, or its deadline has come.
    func handle(_ token: EventLoop.Token, isReadable: Bool)
    /// Does what is due by `now`.
    func advance(to now: Instant)
    /// Takes what the audio thread and the devices report.
    func collect()
    /// Shows the result of the turn.
    func present(_ now: Instant)
    func resize(_ now: Instant)
    /// The process is about to stop: silences what sounds and gives the terminal back.
    func suspend(_ now: Instant)
    /// Stops the process in `stop`, which returns when it goes on.
    func whileStopped(_ stop: () -> Void)
    /// The process goes on: takes the terminal again.
    func resume(_ now: Instant)
}

extension LoopClient {
    func present(_ now: Instant) {}
    func resize(_ now: Instant) {}
    func suspend(_ now: Instant) {}
    func resume(_ now: Instant) {}
}

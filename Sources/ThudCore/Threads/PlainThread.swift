import CThudSystem
import Glibc
import Synchronization

/// A POSIX thread that runs one closure. It may wait in poll for as long as a device or a recording lives, which no
/// executor allows.
///
///     private let thread = PlainThread(name: "thud-record")
///     init() { thread.start { [self] in carry() } }
///     func finish() { thread.join() }
package final class PlainThread: Sendable {
    private let name: String
    /// The running thread; nil before `start`, and once it is joined.
    private let handle = Mutex<pthread_t?>(nil)

    /// Name and closure of a new thread, passed through the one pointer that C allows.
    private final class Start: Sendable {
        let (name, body): (String, @Sendable () -> Void)

        init(name: String, body: @escaping @Sendable () -> Void) { (self.name, self.body) = (name, body) }
    }

    /// A thread that does not run yet. Of its name at most 15 bytes are shown.
    package init(name: String) { self.name = name }

    /// Starts a thread that runs `body`.
    package convenience init(name: String, body: @escaping @Sendable () -> Void) {
        self.init(name: name)
        start(body)
    }

    /// A thread that nobody joins gives back its memory when it ends.
    deinit { if let handle = handle.withLock({ $0 }) { pthread_detach(handle) } }

    /// Runs `body` on the thread, with all signals masked. Called once.
    ///
    /// - Returns: whether it runs, for callers that can do without.
    /// - Precondition: the system can start another thread, unless that `isOptional`.
    @discardableResult
    package func start(isOptional: Bool = false, _ body: @escaping @Sendable () -> Void) -> Bool {
        let start = unsafe Unmanaged.passRetained(Start(name: name, body: body))
        return handle.withLock { running in
            var handle = pthread_t()
            let code = PlainThread.withSignalsMasked {
                unsafe pthread_create(
                    &handle, nil,
                    { argument in
                        guard let argument = unsafe argument else { return nil }
                        let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                        unsafe thud_thread_name(start.name)
                        start.body()
                        return nil
                    }, start.toOpaque())
            }
            precondition(code == 0 || isOptional, "no thread could be started: \(ThudError.words(for: code))")
            if code == 0 { running = handle } else { unsafe start.release() }
            return code == 0
        }
    }

    /// Blocks signals while `body` starts threads, so that no handler interrupts the sound.
    package static func withSignalsMasked<Value>(_ body: () -> Value) -> Value {
        var (all, before) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }

    /// Waits until the thread has ended. Returns at once if it never started or somebody else joined it.
    package func join() {
        if let handle = handle.withLock({ $0.take() }) { pthread_join(handle, nil) }
    }
}

/// An eventfd: a wake-up call that poll can wait for. Closed with its owner.
package final class EventDescriptor: Sendable {
    package let number: Int32

    /// - Precondition: the process has a descriptor left.
    package init() {
        number = thud_event_create()
        precondition(number >= 0, "no eventfd could be made: \(ThudError.words(for: -number))")
    }

    deinit { close(number) }

    /// Wakes the thread that waits.
    package func signal() { thud_event_signal(number) }

    /// Takes the signal back, so that it wakes nobody any more.
    package func clear() { thud_event_clear(number) }

    /// Waits at most `pause` for a signal, which it takes, or until another descriptor is ready for `events` of poll(2).
    ///
    /// - Returns: whether the other descriptor is ready.
    @discardableResult
    package func wait(atMost pause: Interval? = nil, or other: Int32 = -1, for events: Int32 = POLLIN) -> Bool {
        var wanted = [
            pollfd(fd: number, events: Int16(POLLIN), revents: 0),
            // Poll passes over a negative number.
            pollfd(fd: other, events: Int16(events), revents: 0),
        ]
        _ = unsafe thud_poll(&wanted, 2, pause?.nanoseconds ?? .max)
        if wanted[0].revents != 0 { clear() }
        return wanted[1].revents != 0
    }
}

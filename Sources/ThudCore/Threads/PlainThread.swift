import CThudSystem
import Glibc
import Synchronization

/// A POSIX thread that runs one closure. It may wait in poll as long as a device lives, which no executor allows.
///
///     private let thread = PlainThread(name: "thud-record")
///     init() { thread.start { [self] in carry() } }
///     func finish() { thread.join() }
package final class PlainThread: Sendable {
    private let name: String
    /// The smallest stack of a thread, in bytes: several times what rendering maps.
    private static let leastStack = 1 << 20
    /// The running thread; nil before `start` and after it is joined.
    private let handle = Mutex<pthread_t?>(nil)
    private let parting = Parting()

    /// Owner and thread part from each other, and the later one has the memory of the thread freed.
    ///
    /// `pthread_detach` by the owner would free it, too, but may read it after a thread that ends at this moment has
    /// given it back to the system (glibc bug 19951).
    private final class Parting: Sendable {
        private let hasOneLeft = Atomic(false)

        /// Returns whether the other one has left before.
        func leave() -> Bool { hasOneLeft.exchange(true, ordering: .acquiringAndReleasing) }
    }

    /// The name and closure of a new thread, passed through the single pointer that C allows.
    private final class Start: Sendable {
        let (name, body, parting): (String, @Sendable () -> Void, Parting)

        init(name: String, body: @escaping @Sendable () -> Void, parting: Parting) {
            (self.name, self.body, self.parting) = (name, body, parting)
        }
    }

    /// Creates a thread that does not run yet. The system shows at most 15 bytes of its name.
    package init(name: String) { self.name = name }

    package convenience init(name: String, body: @escaping @Sendable () -> Void) {
        self.init(name: name)
        start(body)
    }

    /// A thread that nobody joined and that still runs frees its memory when it ends.
    deinit { if let handle = handle.withLock({ $0 }), parting.leave() { pthread_join(handle, nil) } }

    /// Runs `body` on the thread with all signals masked. Call it once. If the system gives no thread, the process ends
    /// with a sentence, unless `isOptional` is set. Returns whether the thread was started.
    @discardableResult
    package func start(isOptional: Bool = false, _ body: @escaping @Sendable () -> Void) -> Bool {
        let start = unsafe Unmanaged.passRetained(Start(name: name, body: body, parting: parting))
        return handle.withLock { running in
            var (handle, attributes, stack) = (pthread_t(), pthread_attr_t(), 0)
            unsafe pthread_attr_init(&attributes)
            defer { unsafe pthread_attr_destroy(&attributes) }
            // A host may have chosen a size for threads that do little.
            unsafe pthread_attr_getstacksize(&attributes, &stack)
            unsafe pthread_attr_setstacksize(&attributes, max(stack, PlainThread.leastStack))
            let code = PlainThread.withSignalsMasked {
                unsafe pthread_create(
                    &handle, &attributes,
                    { argument in
                        guard let argument = unsafe argument else { return nil }
                        if unsafe PlainThread.run(argument).leave() { pthread_detach(pthread_self()) }
                        return nil
                    }, start.toOpaque())
            }
            if code != 0, !isOptional { ThudError.noThread.endProcess() }
            if code == 0 { running = handle } else { unsafe start.release() }
            return code == 0
        }
    }

    /// Runs the closure of a `Start` and releases it, which may release the thread's owner.
    @inline(never)
    private static func run(_ start: UnsafeMutableRawPointer) -> Parting {
        let start = unsafe Unmanaged<Start>.fromOpaque(start).takeRetainedValue()
        unsafe thud_thread_name(start.name)
        start.body()
        return start.parting
    }

    /// Blocks signals while `body` starts threads, so that no handler interrupts the audio.
    package static func withSignalsMasked<Value>(_ body: () -> Value) -> Value {
        var (all, before) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }

    /// Waits until the thread has ended. Returns at once if it never started or somebody else joined it.
    package func join() { if let handle = handle.withLock({ $0.take() }) { pthread_join(handle, nil) } }
}

/// An eventfd: a wake-up call that poll can wait for. It is closed with its owner.
package final class EventDescriptor: Sendable {
    package let number: Int32

    /// - Throws: `ThudError` if the process has no descriptor left.
    package init(orThrow: ()) throws(ThudError) {
        let number = thud_event_create()
        guard number >= 0 else {
            let reason = ThudError.words(for: -number)
            throw ThudError(
                .system, errno: -number,
                "too few files can be opened: \(reason); close some, or raise the limit with `ulimit -n 1024`")
        }
        self.number = number
    }

    /// If the process has no descriptor left, it ends with a sentence.
    package convenience init() {
        do throws(ThudError) { try self.init(orThrow: ()) } catch { error.endProcess() }
    }

    deinit { close(number) }

    package func signal() { thud_event_signal(number) }

    /// Clears the signal, so that it wakes nobody any more.
    package func clear() { thud_event_clear(number) }

    /// Waits for a signal and clears it, or until another descriptor is ready for `events` of poll(2), at most `pause`.
    /// Returns whether that descriptor is ready.
    @discardableResult
    package func wait(atMost pause: Interval? = nil, or other: Int32 = -1, for events: Int32 = POLLIN) -> Bool {
        var wanted = [
            pollfd(fd: number, events: Int16(POLLIN), revents: 0),
            // Poll ignores negative descriptors.
            pollfd(fd: other, events: Int16(events), revents: 0),
        ]
        _ = unsafe thud_poll(&wanted, 2, pause?.nanoseconds ?? .max)
        if wanted[0].revents != 0 { clear() }
        return wanted[1].revents != 0
    }
}

extension ThudError {
    /// The system gives no thread.
    package static let noThread = ThudError(
        .system, errno: EAGAIN, "no thread can be started; end some, or raise the limit of tasks with `ulimit -u`")

    /// Ends the process with this sentence, because the system refuses what it cannot do without.
    package func endProcess() -> Never {
        let line = "thud: \(self)\n"
        unsafe write(STDERR_FILENO, line, line.utf8.count)
        _exit(4)
    }
}

import CThudSystem
import Glibc

/// A POSIX thread that runs one closure and is joined once. The threads of an engine and of a capture live as long as a device or a
/// recording; they wait in poll, not in an executor.
public final class PlainThread: Sendable {
    private let handle: pthread_t

    /// Name and closure of a new thread, passed through the one pointer that C allows.
    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts a thread called `name` (at most 15 bytes are shown) that runs `body`, with all signals masked.
    ///
    /// - Precondition: the system can start another thread; nothing of this program works without it.
    public init(name: String, body: @escaping @Sendable () -> Void) {
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var handle = pthread_t()
        let code = PlainThread.withSignalsMasked {
            pthread_create(
                &handle, nil,
                { argument in
                    guard let argument else { return nil }
                    let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                    thud_thread_name(start.name)
                    start.body()
                    return nil
                }, start.toOpaque())
        }
        precondition(code == 0, "no thread could be started: \(String(cString: strerror(code)))")
        self.handle = handle
    }

    /// Has every thread that `body` starts be one on which no handler of a signal runs: it would take the time of the sound.
    static func withSignalsMasked<Value>(_ body: () -> Value) -> Value {
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }

    /// Waits until the thread has ended. To be called once.
    public func join() { pthread_join(handle, nil) }

    /// Makes the calling thread ready to render in real time: its stack lies in memory, and numbers too small to be heard become zero
    /// there, since reckoning with them takes a hundred times as long.
    static func prepareToRender() { thud_realtime_prepare() }

    /// Asks for SCHED_FIFO on the calling thread: true where the system grants it.
    public static func becomeRealtime(priority: Int32) -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = priority
        return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0
    }
}

/// An eventfd: a wake-up call that poll can wait for. Closed with its owner.
final class EventDescriptor: Sendable {
    let number: Int32

    /// - Precondition: the process has a descriptor left.
    init() {
        number = thud_event_create()
        precondition(number >= 0, "no eventfd could be made: \(String(cString: strerror(-number)))")
    }

    deinit { close(number) }

    /// Wakes whoever waits.
    func signal() { thud_event_signal(number) }

    /// Takes the signal back, so that nobody is woken by it any more.
    func clear() { thud_event_clear(number) }

    /// Waits for a signal, at most `milliseconds` (for ever where nil), and takes it.
    func wait(milliseconds: Int32?) {
        _ = thud_wait_readable(number, milliseconds.map { Int64($0) * 1_000_000 } ?? -1)
        clear()
    }
}

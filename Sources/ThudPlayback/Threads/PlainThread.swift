import CThudSystem
import Glibc

/// A POSIX thread that runs one closure and is joined once. Threads here live as long as a device or a recording; they
/// wait in poll, not in an executor.
final class PlainThread: Sendable {
    private let handle: pthread_t

    /// What a new thread needs, carried through C's one pointer.
    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts a thread called `name` (at most 15 bytes are shown) that runs `body`.
    ///
    /// - Precondition: the system has a thread to give; without one nothing of this program can work.
    init(name: String, body: @escaping @Sendable () -> Void) {
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var handle = pthread_t()
        let code = pthread_create(
            &handle, nil,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                thud_thread_name(start.name)
                start.body()
                return nil
            }, start.toOpaque())
        precondition(code == 0, "no thread could be started: \(String(cString: strerror(code)))")
        self.handle = handle
    }

    /// Waits until the thread has ended. To be called once.
    func join() { pthread_join(handle, nil) }

    /// Asks for SCHED_FIFO on the calling thread: true where the system grants it.
    static func becomeRealtime(priority: Int32) -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = priority
        return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0
    }
}

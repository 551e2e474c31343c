import CThudSystem
import Glibc
import Synchronization

/// A POSIX thread that runs one closure. It may wait in poll for as long as a device or a recording lives, which no executor allows.
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
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
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
    /// - Precondition: the system can start another thread; nothing of this program works without it.
    package func start(_ body: @escaping @Sendable () -> Void) {
        let code = tryStart(body)
        precondition(code == 0, "no thread could be started: \(ThudError.words(for: code))")
    }

    /// Starts like `start`, for callers that can do without the thread.
    ///
    /// - Returns: 0, or the `errno` if the system starts no other thread.
    package func tryStart(_ body: @escaping @Sendable () -> Void) -> Int32 {
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
            if code == 0 { running = handle } else { unsafe start.release() }
            return code
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

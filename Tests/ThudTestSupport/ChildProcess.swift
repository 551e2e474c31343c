import Foundation
import Synchronization

/// A child process that is waited for. A thread does so the moment it ends: while a dead child remains, the thread with
/// which Swift Testing waits for its exit tests spins.
final class ChildProcess: Sendable {
    struct Ending: Sendable {
        /// The status of `wait`.
        let status: Int32
        let usage: rusage
    }

    let identifier: pid_t
    private let state = Mutex<Ending?>(nil)

    init(_ identifier: pid_t) {
        self.identifier = identifier
        Thread.detachNewThread { [self] in wait() }
    }

    /// How it ended; nil while it runs.
    var ending: Ending? { state.withLock(\.self) }

    /// Sends a signal if it still runs.
    func send(_ signal: Int32) {
        // Its ID is freed only under the lock, so no other process can have it.
        state.withLock { if $0 == nil { kill(identifier, signal) } }
    }

    /// Kills it and waits for its end.
    func end() {
        send(SIGKILL)
        while ending == nil { usleep(500) }
    }

    private func wait() {
        var info = siginfo_t()
        while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        state.withLock { ending in
            var (status, usage): (Int32, rusage) = (0, rusage())
            wait4(identifier, &status, 0, &usage)
            ending = Ending(status: status, usage: usage)
        }
    }
}

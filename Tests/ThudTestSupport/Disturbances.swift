import Foundation
import Synchronization
import ThudCore

/// Remembers when the machine itself stood still, whatever runs on it.
///
/// A thread of ordinary priority sleeps two milliseconds at a time. When it wakes up late, so may anything that a test watches
/// have done. Others that see the machine fail note it here, too.
public enum Disturbances {
    private struct State {
        var noted: [(instant: Instant, length: Interval)] = []
        /// When the thread should next wake up.
        var due = Instant.now()
    }

    private static let state = Mutex(State())
    private static let nap = Interval.milliseconds(2)
    /// Shorter ones disturb no test.
    private static let shortest = Interval.milliseconds(2)

    private static let witness: Void = {
        let parent = getppid()
        Thread.detachNewThread {
            while true {
                let due = Instant.now() + nap
                state.withLock { $0.due = due }
                usleep(UInt32(nap.nanoseconds / 1000))
                note(Instant.now() - due)
                // Tests whose runner was killed are of no use to anybody.
                if getppid() != parent { _exit(1) }
            }
        }
    }()

    /// Starts to watch, if nobody has yet.
    public static func watch() { witness }

    /// Notes that the machine stood still until now for so long.
    public static func note(_ length: Interval) {
        guard length >= shortest else { return }
        state.withLock { $0.noted.append((.now(), length)) }
    }

    /// The longest time for which the machine has stood still since an instant.
    public static func longest(since start: Instant) -> Interval {
        state.withLock { state in
            let noted = state.noted.reversed().prefix { $0.instant >= start }.map(\.length).max() ?? .zero
            // What woke up before the thread did asks before the thread can tell.
            return max(noted, Instant.now() - state.due)
        }
    }
}

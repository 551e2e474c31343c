import Foundation
import Glibc
import ThudCore

/// How often a processor itself stood still during a measurement. On a shared host this is the cost of the other
/// machines, and no load that is visible here shows it.
enum StallFigures {
    /// Shorter stalls make no sound late.
    private static let shortest = Interval.milliseconds(5)
    private static let nap = Interval.milliseconds(1)
    /// Above the threads that play sound, because a witness that waited for them would report them as stalls.
    private static let priority: Int32 = 90

    /// Sleeps repeatedly at real-time priority until SIGTERM comes. Bind the process to one processor first.
    ///
    /// - Returns: how often per minute it woke at least 5 ms late, and the largest lateness in milliseconds: `3.1
    ///   12.0`.
    static func line() -> String {
        var parameters = sched_param(sched_priority: priority)
        sched_setscheduler(0, SCHED_FIFO, &parameters)
        var stop = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &stop, nil)
        var timeout = timespec(tv_sec: 0, tv_nsec: Int(nap.nanoseconds))
        let start = Instant.now()
        var (count, longest) = (0, Interval.zero)
        while true {
            let due = Instant.now() + nap
            if sigtimedwait(&stop, nil, &timeout) == SIGTERM { break }
            let late = Instant.now() - due
            longest = max(longest, late)
            if late >= shortest { count += 1 }
        }
        let minutes = (Instant.now() - start).seconds / 60
        return String(format: "%.1f %.1f", Double(count) / minutes, longest.milliseconds)
    }
}

import Foundation
import Glibc
import ThudCore

/// How often a processor itself stood still while something was measured. Where the machine is one of many on a host, this is what
/// the others cost, and no load that is seen from here tells of it.
enum StallFigures {
    /// Shorter ones make no sound late.
    private static let shortest = Interval.milliseconds(5)
    private static let nap = Interval.milliseconds(1)
    /// Above those who play sound: a witness that waited for them would tell of them.
    private static let priority: Int32 = 90

    /// Naps at real-time priority until SIGTERM comes. Bind the process to the processor that is meant.
    ///
    /// - Returns: how many times a minute a nap was late by 5 ms or more, and by how many milliseconds at most: `3.1 12.0`.
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

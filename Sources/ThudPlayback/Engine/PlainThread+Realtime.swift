import CThudSystem
import Glibc
import ThudCore

extension PlainThread {
    /// Prepares the calling thread for real-time rendering: locks its stack in memory and flushes denormals to zero,
    /// because calculating with them takes a hundred times as long.
    static func prepareToRender() { thud_realtime_prepare() }

    /// Requests SCHED_FIFO for the calling thread and returns whether the system granted it.
    package static func becomeRealtime(priority: Int32) -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = priority
        return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0
    }
}

import CThudSystem
import Glibc
import ThudCore

extension PlainThread {
    /// Makes the calling thread ready to render in real time: its stack lies in memory, and numbers too small to be heard
    /// become zero, because calculating with them takes a hundred times as long.
    static func prepareToRender() { thud_realtime_prepare() }

    /// Asks for SCHED_FIFO on the calling thread: true if the system grants it.
    package static func becomeRealtime(priority: Int32) -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = priority
        return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0
    }
}

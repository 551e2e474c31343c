import CThudBus
import CThudSystem
import Glibc
import ThudCore

/// The source of the audio thread's real-time priority.
public enum RealtimePriority: UInt8, Equatable, Sendable, CustomStringConvertible {
    /// No source: the thread competes with ordinary work.
    case refused
    /// The system, because this user is allowed it (SCHED_FIFO).
    case granted
    /// The RealtimeKit daemon, which desktops run for their users (SCHED_RR).
    case byRealtimeKit

    /// A short description for a table.
    public var description: String {
        switch self {
        case .refused: "none"
        case .granted: "granted (SCHED_FIFO)"
        case .byRealtimeKit: "granted by RealtimeKit (SCHED_RR)"
        }
    }
}

/// A client of the RealtimeKit daemon (rtkit), which grants real-time priority over the system's D-Bus to desktop users
/// whom the system itself refuses it. Its interface is described in rtkit's `org.freedesktop.RealtimeKit1.xml`.
enum RealtimeKit {
    /// The longest that a thread may run without ever waiting, in microseconds. rtkit only serves processes that have
    /// set such a limit, of at most this length. A thread that exceeds it is killed.
    private static let longestRun: rlim_t = 200_000
    private static let runLimit = __rlimit_resource_t(__RLIMIT_RTTIME.rawValue)
    /// The highest priority that rtkit grants.
    private static let highestPriority: UInt32 = 20

    /// Requests the given priority for the thread with the kernel's ID `thread`, and returns whether it was granted.
    ///
    /// - Parameters:
    ///   - address: The D-Bus address of the bus.
    ///   - timeout: For each answer of the bus and the daemon, in microseconds. The daemon may have to be started.
    ///   - limit: Sets the limit that the daemon requires, for the whole process and permanently.
    static func raise(
        thread: Int32, priority: Int32, address: String = busAddress, timeout: UInt64 = 1_000_000,
        limit: () -> Bool = limitRun
    ) -> Bool {
        guard let bus = thud_bus_open(address, timeout) else { return false }
        defer { thud_bus_close(bus) }
        return limit() && thud_bus_make_realtime(bus, UInt64(thread), min(UInt32(max(1, priority)), highestPriority))
    }

    private static var busAddress: String {
        getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// Sets the limit that rtkit requires.
    static func limitRun() -> Bool {
        var limit = rlimit()
        guard getrlimit(runLimit, &limit) == 0 else { return false }
        limit.rlim_cur = min(limit.rlim_cur, longestRun)
        limit.rlim_max = min(limit.rlim_max, longestRun)
        return setrlimit(runLimit, &limit) == 0
    }
}

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

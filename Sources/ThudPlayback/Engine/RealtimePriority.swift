import CThudBus
import Glibc

/// Who gave the audio thread its real-time priority.
public enum RealtimePriority: UInt8, Equatable, Sendable, CustomStringConvertible {
    /// Nobody: it competes with ordinary work.
    case refused
    /// The system, because this user may have it (SCHED_FIFO).
    case granted
    /// The RealtimeKit daemon, which desktops run for their users (SCHED_RR).
    case byRealtimeKit

    /// A few words for a table.
    public var description: String {
        switch self {
        case .refused: "none"
        case .granted: "granted (SCHED_FIFO)"
        case .byRealtimeKit: "granted by RealtimeKit (SCHED_RR)"
        }
    }
}

/// Asks the RealtimeKit daemon (rtkit) for real-time priority, over the system's D-Bus: the way of a desktop's user, to
/// whom the system itself refuses it. What is said stands in rtkit's `org.freedesktop.RealtimeKit1.xml`.
enum RealtimeKit {
    /// What the bus and the daemon may take to answer, in microseconds; the daemon may have to be started first.
    private static let patience: UInt64 = 1_000_000
    /// The longest that a thread may run without ever waiting, in microseconds. Anyone who asks must have set such a
    /// limit, at most as long as this; a thread that passes it is killed.
    private static let longestRun: rlim_t = 200_000
    /// RLIMIT_RTTIME.
    private static let runLimit = __rlimit_resource_t(__RLIMIT_RTTIME.rawValue)
    /// The highest priority that rtkit gives.
    private static let highestPriority: UInt32 = 20

    /// Gives the thread with the kernel's number `thread` the given priority: true if the daemon says that it has it.
    ///
    /// - Parameters:
    ///   - address: where the bus listens, as D-Bus writes addresses.
    ///   - limit: sets the limit without which the daemon refuses, for the whole process and for good.
    static func raise(
        thread: Int32, priority: Int32, address: String = busAddress, limit: () -> Bool = limitRun
    ) -> Bool {
        guard let bus = thud_bus_open(address, patience) else { return false }
        defer { thud_bus_close(bus) }
        return limit() && thud_bus_make_realtime(bus, UInt64(thread), min(UInt32(max(1, priority)), highestPriority))
    }

    /// The system's bus.
    private static var busAddress: String {
        getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// Sets the limit without which rtkit refuses.
    static func limitRun() -> Bool {
        var limit = rlimit()
        guard getrlimit(runLimit, &limit) == 0 else { return false }
        limit.rlim_cur = min(limit.rlim_cur, longestRun)
        limit.rlim_max = min(limit.rlim_max, longestRun)
        return setrlimit(runLimit, &limit) == 0
    }
}

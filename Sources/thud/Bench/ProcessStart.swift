import Glibc
import ThudCore

/// When this process began, as the kernel tells it: to a hundredth of a second.
enum ProcessStart {
    /// On CLOCK_MONOTONIC; nil where the kernel does not tell.
    static let instant: Instant? = {
        guard let bytes = try? SourceFile.read("/proc/self/stat"), let ticks = ticks(in: bytes) else { return nil }
        var boot = timespec()
        clock_gettime(CLOCK_BOOTTIME, &boot)
        let now = Instant.now()
        let sinceBoot = Int64(boot.tv_sec) * 1_000_000_000 + Int64(boot.tv_nsec)
        let perSecond = Int64(sysconf(Int32(_SC_CLK_TCK)))
        guard perSecond > 0 else { return nil }
        return now - Interval(nanoseconds: sinceBoot - ticks * (1_000_000_000 / perSecond))
    }()

    /// The twenty-second field; the second may hold spaces and ends at the last bracket.
    private static func ticks(in stat: [UInt8]) -> Int64? {
        let fields = String(decoding: stat, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 19 ? Int64(fields[19]) : nil
    }
}

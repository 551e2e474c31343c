import Glibc
import ThudCore

/// The two clocks of the machine from which the time of day follows; a test has them read what it likes.
struct WallClocks {
    /// CLOCK_MONOTONIC, which stands still while the machine sleeps and which nobody sets.
    var monotonic: () -> Instant = { .now() }
    /// CLOCK_REALTIME, in nanoseconds since 1970-01-01 in UTC.
    var realtime: () -> Int64 = {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    /// By how much the second is ahead of the first. It changes where the clock is set, and by every sleep of the machine.
    var lead: Interval { Interval(nanoseconds: realtime() - monotonic().nanoseconds) }

    /// A moment in nanoseconds since 1970-01-01 in UTC as RFC 3339 has it in the machine's time zone,
    /// `2026-11-21T23:59:58.250000000+01:00`.
    static func text(of moment: Int64) -> String {
        // localtime_r alone goes on with the zone that it found first (tzset(3)), wherever the machine has been carried since.
        tzset()
        var seconds = time_t(moment / 1_000_000_000)
        var local = tm()
        localtime_r(&seconds, &local)
        var buffer = [CChar](repeating: 0, count: 40)
        let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%S%z", &local)
        let text = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The fraction comes between the second and the zone, whose hours and minutes stand apart.
        let (clock, zone) = (text.dropLast(5), text.suffix(5))
        let fraction = Padding.right(String(moment % 1_000_000_000), 9, with: "0")
        return "\(clock).\(fraction)\(zone.dropLast(2)):\(zone.suffix(2))"
    }
}

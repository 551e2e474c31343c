import Glibc
import ThudCore

/// The two clocks from which the time of day is computed. Tests replace them.
struct WallClocks {
    /// CLOCK_MONOTONIC, which stands still while the machine sleeps and cannot be set.
    var monotonic: () -> Instant = { .now() }
    /// CLOCK_REALTIME, in nanoseconds since 1970-01-01 in UTC.
    var realtime: () -> Int64 = {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    /// The lead of `realtime` over `monotonic`. It changes when the clock is set and whenever the machine sleeps.
    var lead: Interval { Interval(nanoseconds: realtime() - monotonic().nanoseconds) }

    /// Formats a moment, in nanoseconds since 1970-01-01 in UTC, by RFC 3339 in the machine's time zone:
    /// `2026-11-21T23:59:58.250000000+01:00`.
    static func text(of moment: Int64) -> String {
        // Without tzset(3), localtime_r keeps the zone it found first, even if the machine has moved since.
        tzset()
        var seconds = time_t(moment / 1_000_000_000)
        var local = tm()
        localtime_r(&seconds, &local)
        var buffer = [CChar](repeating: 0, count: 40)
        let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%S%z", &local)
        let text = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The fraction goes between the second and the zone, whose hours and minutes RFC 3339 separates by a colon.
        let (clock, zone) = (text.dropLast(5), text.suffix(5))
        let fraction = Padding.right(String(moment % 1_000_000_000), 9, with: "0")
        return "\(clock).\(fraction)\(zone.dropLast(2)):\(zone.suffix(2))"
    }
}

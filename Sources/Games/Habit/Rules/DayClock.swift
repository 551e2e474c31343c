import ThudCore
import ThudGameKit

/// A reading of the wall clock: the day, the time of day and the offset from UTC.
///
/// Rules never read a clock; their caller supplies readings. It does so at the start, and after the clock was set,
/// the time zone changed or the machine slept. Once a minute is enough.
package struct WallTime: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The length of a day without a clock change, in nanoseconds.
    static let dayLength: Int64 = 86_400_000_000_000
    /// The largest offset of a time zone from UTC, in seconds. RFC 3339 allows slightly more.
    private static let farthest = 18 * 3600
    package let day: LocalDay
    /// Nanoseconds since midnight: from 0 to just below one day.
    package let sinceMidnight: Int64
    /// The offset from UTC in seconds, negative in the west.
    package let offset: Int

    /// Creates a reading, and moves values that no clock shows to the nearest valid ones.
    package init(day: LocalDay, sinceMidnight: Interval, offset: Int = 0) {
        self.day = day
        self.sinceMidnight = min(max(sinceMidnight.nanoseconds, 0), Self.dayLength - 1)
        self.offset = min(max(offset, -Self.farthest), Self.farthest)
    }

    /// Parses an RFC 3339 time, `2026-11-22T23:59:58.250+01:00`, with up to nine fraction digits. nil if invalid.
    package init?(_ text: String) {
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        guard halves.count == 2, let day = LocalDay(halves[0]) else { return nil }
        let time = halves[1].prefix { $0.isASCII && ($0.isNumber || $0 == ":" || $0 == ".") }
        guard let since = Self.nanoseconds(time), let offset = Self.offset(halves[1].dropFirst(time.count)) else {
            return nil
        }
        self.init(day: day, sinceMidnight: Interval(nanoseconds: since), offset: offset)
    }

    /// Parses a time of day such as `23:59:58.25`.
    private static func nanoseconds(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let minutes = minutes(parts[0], parts[1]) else { return nil }
        let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(seconds.count), seconds[0].utf8.count == 2, let whole = Digits.number(seconds[0]),
            whole < 60
        else { return nil }
        var fraction = 0
        if seconds.count == 2 {
            guard (1...9).contains(seconds[1].utf8.count), let digits = Digits.number(seconds[1]) else { return nil }
            fraction = (seconds[1].utf8.count..<9).reduce(digits) { value, _ in value * 10 }
        }
        return Int64(minutes * 60 + whole) * 1_000_000_000 + Int64(fraction)
    }

    /// Parses an offset such as `Z` or `+01:00` into seconds.
    private static func offset(_ text: Substring) -> Int? {
        if text == "Z" { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let minutes = minutes(parts[0], parts[1]), minutes * 60 <= farthest else { return nil }
        return (sign == "-" ? -60 : 60) * minutes
    }

    private static func minutes(_ hours: Substring, _ minutes: Substring) -> Int? {
        guard hours.utf8.count == 2, minutes.utf8.count == 2, let hours = Digits.number(hours),
            let minutes = Digits.number(minutes), hours < 24, minutes < 60
        else { return nil }
        return hours * 60 + minutes
    }

    /// The reading in the format of RFC 3339, to the nanosecond.
    package var description: String {
        let seconds = Int(sinceMidnight / 1_000_000_000)
        let fraction = Padding.right(String(sinceMidnight % 1_000_000_000), 9, with: "0")
        let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map(Digits.two).joined(separator: ":")
        let east = abs(offset) / 60
        let zone = "\(offset < 0 ? "-" : "+")\(Digits.two(east / 60)):\(Digits.two(east % 60))"
        return "\(day)T\(time).\(fraction)\(zone)"
    }

    package var unixSeconds: Int { day.number * 86_400 + Int(sinceMidnight / 1_000_000_000) - offset }
}

/// A reading of the wall clock and the instant of the reading. Later times of day follow from later instants.
struct DayClock: Hashable, Sendable, Codable {
    let reading: WallTime
    let readAt: Instant

    func time(at instant: Instant) -> WallTime {
        let passed = (instant - readAt).nanoseconds + reading.sinceMidnight
        let days = passed / WallTime.dayLength - (passed % WallTime.dayLength < 0 ? 1 : 0)
        return WallTime(
            day: reading.day + Int(days), sinceMidnight: Interval(nanoseconds: passed - days * WallTime.dayLength),
            offset: reading.offset)
    }

    func midnight(after instant: Instant) -> Instant {
        instant + Interval(nanoseconds: WallTime.dayLength - time(at: instant).sinceMidnight)
    }
}

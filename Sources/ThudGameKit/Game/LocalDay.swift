import ThudCore

/// A calendar day in the person's own time zone.
package struct LocalDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The supported days: from 1970-01-01 to 9999-12-31.
    package static let numbers = 0...2_932_896

    /// Days since 1970-01-01.
    package let number: Int

    /// Creates the day `number` days after 1970-01-01, or the nearest supported one.
    package init(number: Int) { self.number = number.clamped(to: Self.numbers) }

    /// Creates a day of the Gregorian calendar. nil if there is no such day. The formula is days_from_civil from
    /// Howard Hinnant's "chrono-compatible low-level date algorithms".
    package init?(year: Int, month: Int, day: Int) {
        guard (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(number: era * 146_097 + dayOfEra - 719_468)
        guard parts == (year, month, day) else { return nil }
    }

    /// Parses a day such as `2026-11-22`. nil for anything else.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map({ $0.utf8.count }) == [4, 2, 2] else { return nil }
        let numbers = parts.compactMap { Digits.number($0) }
        guard numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// The year, month and day, by civil_from_days from the same source.
    private var parts: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + era * 400
        return month < 10 ? (year, month + 3, day) : (year + 1, month - 9, day)
    }

    package var description: String { "\(parts.year)-\(Digits.two(parts.month))-\(Digits.two(parts.day))" }

    /// The day as shown on the screen: `Sat 21 Nov`.
    package var short: String { "\(weekday.prefix(3)) \(parts.day) \(monthName.prefix(3))" }
    /// The day as spoken: `Saturday 21 November`.
    package var spoken: String { "\(weekday) \(parts.day) \(monthName)" }

    /// The English name of the weekday. 1970-01-01 was a Thursday.
    private var weekday: String {
        ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"][number % 7]
    }

    private var monthName: String {
        [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ][parts.month - 1]
    }

    package static func + (day: LocalDay, count: Int) -> LocalDay {
        LocalDay(number: day.number + min(max(count, -numbers.upperBound), numbers.upperBound))
    }
    package static func - (day: LocalDay, count: Int) -> LocalDay {
        LocalDay(number: day.number - min(max(count, -numbers.upperBound), numbers.upperBound))
    }
    package static func - (day: LocalDay, other: LocalDay) -> Int { day.number - other.number }
    package static func < (day: LocalDay, other: LocalDay) -> Bool { day.number < other.number }
}

extension Set<LocalDay> {
    /// Returns how many days in a row end today, or yesterday if today is still open.
    package func streak(on today: LocalDay) -> Int {
        let end = contains(today) ? today : today - 1
        // No day is before the first supported one, at which a clock without a battery begins.
        return (0...count).first { $0 > end.number || !contains(end - $0) } ?? count
    }
}

/// Encodes a day as text: `2026-11-22`.
extension LocalDay: Codable {
    /// Reads a day. Throws a `DecodingError` if the text is not a valid one.
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let day = LocalDay(try value.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "a day is written as 2026-11-22")
        }
        self = day
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(description)
    }
}

/// Parsing and formatting of whole numbers in dates and times.
package enum Digits {
    /// Parses decimal digits without a sign. nil for anything else.
    package static func number(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }

    /// Formats a number with at least two digits.
    package static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

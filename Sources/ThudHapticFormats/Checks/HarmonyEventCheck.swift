import ThudCore

/// Checks the rules of OpenHarmony's `.he` decoder (`HEVibratorDecoder` of sensors_miscdevice, API 18 of 2025),
/// member by member. It refuses the whole file at the first violation:
/// - a number `Metadata.Version`: 1 with `Pattern`, or 2 with a `PatternList` whose `AbsoluteTime`s rise;
/// - 1 to 16 events per pattern, whose `RelativeTime`s do not fall;
/// - `Intensity` 0 to 100, `Index` 0 to 2; `Frequency` -50 to 150 for a transient, 0 to 100 for a continuous event;
/// - for a continuous event a `Duration` of 1 to 5000 ms and a `Curve` of 4 to 16 points at rising times, strength 0
///   to 1 and frequency -100 to 100, which begins at 0 ms with strength 0 and ends at the `Duration` with strength 0.
/// The decoder truncates numbers to integers and strengths to hundredths before it checks them.
enum HarmonyEventCheck {
    static func check(_ root: JSONReader) throws(ThudError) {
        let version = try root.member("Metadata").member("Version")
        switch try whole(version) {
        case 1: try pattern(root.member("Pattern"))
        case 2:
            let list = try root.member("PatternList")
            var last = -1
            for entry in try filled(list) {
                let time = try entry.member("AbsoluteTime")
                try last = rising(time, above: last)
                try pattern(entry.member("Pattern"))
            }
        default: throw version.error(expected: "version 1 or 2")
        }
    }

    private static func pattern(_ reader: JSONReader) throws(ThudError) {
        let events = try filled(reader)
        guard events.count <= HEFile.eventsPerPattern else {
            throw reader.error(expected: "at most \(HEFile.eventsPerPattern) events")
        }
        var last = 0
        for element in events {
            let event = try element.member("Event")
            try judge(event)
            let time = try event.member("RelativeTime")
            last = try rising(time, above: last - 1)
        }
    }

    private static func judge(_ event: JSONReader) throws(ThudError) {
        let type = try event.member("Type")
        if let index = try event.optional("Index") { try require(index, in: 0...2) }
        let parameters = try event.member("Parameters")
        try require(parameters.member("Intensity"), in: 0...100)
        let frequency = try parameters.member("Frequency")
        switch try type.string() {
        case "transient": try require(frequency, in: -50...150)
        case "continuous":
            try require(frequency, in: 0...100)
            let duration = try event.member("Duration")
            try require(duration, in: 1...HEFile.longest)
            try curve(parameters.member("Curve"), lasting: whole(duration))
        default: throw type.error(expected: "transient or continuous")
        }
    }

    private static func curve(_ reader: JSONReader, lasting duration: Int) throws(ThudError) {
        let points = try reader.elements()
        guard (HEFile.fewestPoints...HEFile.mostPoints).contains(points.count) else {
            throw reader.error("expected 4 to 16 points, found \(points.count)")
        }
        var last = -1
        for (index, point) in points.enumerated() {
            let time = try point.member("Time")
            last = try rising(time, above: last)
            guard last <= duration else { throw time.error("is after the event's Duration of \(duration) ms") }
            let hundredths = try hundredths(point.member("Intensity"))
            try require(point.member("Frequency"), in: -100...100)
            if index == 0, last != 0 || hundredths != 0 {
                throw point.error("the first point must have time 0 and strength 0")
            }
            if index == points.count - 1, last != duration || hundredths != 0 {
                throw point.error("the last point must be at the event's end, \(duration) ms, with strength 0")
            }
        }
    }

    // MARK: - Numbers

    /// Returns a strength of 0 to 1 in whole hundredths, truncated.
    static func hundredths(_ strength: JSONReader) throws(ThudError) -> Int {
        let hundredths = Int(((try strength.number(in: -1_000...1_000)) * 100).rounded(.towardZero))
        guard (0...100).contains(hundredths) else { throw strength.error(expected: "a strength of 0 to 1") }
        return hundredths
    }

    /// Returns a number without its decimals.
    static func whole(_ reader: JSONReader) throws(ThudError) -> Int {
        Int(try reader.number(in: -2_147_483_648...2_147_483_647))
    }

    static func require(_ reader: JSONReader, in range: ClosedRange<Int>) throws(ThudError) {
        guard range.contains(try whole(reader)) else {
            throw reader.error(expected: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
    }

    private static func rising(_ reader: JSONReader, above last: Int) throws(ThudError) -> Int {
        let time = try whole(reader)
        guard time > last else { throw reader.error("is not later than the time before it") }
        return time
    }

    private static func filled(_ reader: JSONReader) throws(ThudError) -> [JSONReader] {
        let elements = try reader.elements()
        guard !elements.isEmpty else { throw reader.error("expected at least one event, found none") }
        return elements
    }
}

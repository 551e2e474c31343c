import ThudCore

/// Checks the rules of OpenHarmony's decoder of HarmonyOS files (`DefaultVibratorDecoder` of sensors_miscdevice, API
/// 18 of 2025), member by member. It refuses the whole file at the first violation:
/// - at most 64 KiB; `MetaData.Version` 1 and a `ChannelNumber` of 1 or 2, which is the number of `Channels`;
/// - in each channel a `Parameters.Index` of 0 to 2 and a `Pattern` of at most 128 events;
/// - in each event a `StartTime` of 0 to 1800000 ms, `Intensity` and `Frequency` of 0 to 100, and for a continuous
///   event a `Duration` of 0 to 5000 ms;
/// - in an optional `Curve`, 4 to 16 points in any order, from 0 ms to the `Duration`, strength 0 to 1, frequency -100
///   to 100.
/// The decoder truncates numbers to integers and strengths to hundredths before it checks them.
enum HarmonyFileCheck {
    static func check(_ root: JSONReader, bytes: Int) throws(ThudError) {
        guard bytes <= HarmonyFile.mostBytes else {
            throw root.error("is larger than \(HarmonyFile.mostBytes >> 10) KiB")
        }
        let metadata = try root.member("MetaData")
        let version = try metadata.member("Version")
        guard try version.number() == 1 else { throw version.error(expected: "version 1") }
        let number = try metadata.member("ChannelNumber")
        try HarmonyEventCheck.require(number, in: 1...2)
        let channels = try root.member("Channels")
        guard try channels.elements().count == HarmonyEventCheck.whole(number) else {
            throw channels.error("expected as many channels as ChannelNumber says")
        }
        for channel in try channels.elements() {
            try HarmonyEventCheck.require(channel.member("Parameters").member("Index"), in: 0...2)
            let pattern = try channel.member("Pattern")
            let events = try pattern.elements()
            guard events.count <= HarmonyFile.mostEvents else {
                throw pattern.error(expected: "at most \(HarmonyFile.mostEvents) events")
            }
            for event in events { try judge(event.member("Event")) }
        }
    }

    private static func judge(_ event: JSONReader) throws(ThudError) {
        let type = try event.member("Type")
        try HarmonyEventCheck.require(event.member("StartTime"), in: 0...1_800_000)
        let parameters = try event.member("Parameters")
        try HarmonyEventCheck.require(parameters.member("Intensity"), in: 0...100)
        try HarmonyEventCheck.require(parameters.member("Frequency"), in: 0...100)
        switch try type.string() {
        case "transient": break
        case "continuous":
            let duration = try event.member("Duration")
            try HarmonyEventCheck.require(duration, in: 0...HEFile.longest)
            if let curve = try parameters.optional("Curve") {
                try judge(curve, lasting: HarmonyEventCheck.whole(duration))
            }
        default: throw type.error(expected: "transient or continuous")
        }
    }

    private static func judge(_ curve: JSONReader, lasting duration: Int) throws(ThudError) {
        let points = try curve.elements()
        guard (HEFile.fewestPoints...HEFile.mostPoints).contains(points.count) else {
            throw curve.error("expected 4 to 16 points, found \(points.count)")
        }
        for point in points {
            try HarmonyEventCheck.require(point.member("Time"), in: 0...duration)
            _ = try HarmonyEventCheck.hundredths(point.member("Intensity"))
            try HarmonyEventCheck.require(point.member("Frequency"), in: -100...100)
        }
    }
}

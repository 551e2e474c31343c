import Foundation

/// OpenHarmony's decoder of `.he` files as a judge in tests: the rules of `HEVibratorDecoder` (sensors_miscdevice,
/// `utils/haptic_decoder/he_json`, 2025) in its own order, on Foundation's JSON. It shares no code with what it
/// judges.
enum HarmonyJudge {
    private struct Refusal: Error { let reason: String }

    /// Returns the reason why the decoder would refuse a text; nil if it would accept it.
    static func refusal(_ text: String) -> String? {
        do {
            try judge(JSONSerialization.jsonObject(with: Data(text.utf8)))
            return nil
        } catch let refusal as Refusal {
            return refusal.reason
        } catch {
            return "no JSON"
        }
    }

    private static func judge(_ root: Any) throws {
        switch try whole(try child(try child(root, "Metadata"), "Version")) {
        case 1: try pattern(try child(root, "Pattern"))
        case 2:
            let list = try array(try child(root, "PatternList"))
            try require(!list.isEmpty, "an empty PatternList")
            var previous = -1
            for entry in list {
                let time = try whole(try child(entry, "AbsoluteTime"))
                try require(time > previous, "AbsoluteTime \(time) after \(previous)")
                previous = time
                try pattern(try child(entry, "Pattern"))
            }
        default: throw Refusal(reason: "a version that is neither 1 nor 2")
        }
    }

    private static func pattern(_ value: Any) throws {
        let events = try array(value)
        try require((1...16).contains(events.count), "\(events.count) events in a Pattern")
        var previous = 0
        for element in events {
            let event = try child(element, "Event")
            try judge(event: event)
            let time = try whole(try child(event, "RelativeTime"))
            try require(time >= previous, "RelativeTime \(time) after \(previous)")
            previous = time
        }
    }

    private static func judge(event: Any) throws {
        let type = try child(event, "Type") as? String ?? ""
        try require(["transient", "continuous"].contains(type), "the Type \(type)")
        if let index = (event as? [String: Any])?["Index"] { try require(index, "Index", in: 0...2) }
        let parameters = try child(event, "Parameters")
        try require(try child(parameters, "Intensity"), "Intensity", in: 0...100)
        let frequency = try child(parameters, "Frequency")
        guard type == "continuous" else { return try require(frequency, "Frequency", in: -50...150) }
        try require(frequency, "Frequency", in: 0...100)
        let duration = try whole(try child(event, "Duration"))
        try require((1...5_000).contains(duration), "a Duration of \(duration)")
        try judge(curve: try array(try child(parameters, "Curve")), lasting: duration)
    }

    private static func judge(curve: [Any], lasting duration: Int) throws {
        try require((4...16).contains(curve.count), "\(curve.count) points in a Curve")
        var previous = -1
        for (index, point) in curve.enumerated() {
            let time = try whole(try child(point, "Time"))
            try require(time > previous && time <= duration, "a point at \(time) after \(previous) of \(duration)")
            previous = time
            // The decoder scales the strength to percent and truncates it.
            let strength = Int((try number(try child(point, "Intensity")) * 100).rounded(.towardZero))
            try require((0...100).contains(strength), "a strength of \(strength) percent")
            try require(try child(point, "Frequency"), "Frequency of a point", in: -100...100)
            if index == 0 { try require(time == 0 && strength == 0, "a Curve that does not begin at 0 with 0") }
            if index == curve.count - 1 {
                try require(time == duration && strength == 0, "a Curve that does not end at the Duration with 0")
            }
        }
    }

    // MARK: - Values

    private static func child(_ value: Any, _ name: String) throws -> Any {
        guard let child = (value as? [String: Any])?[name] else { throw Refusal(reason: "no \(name)") }
        return child
    }

    private static func array(_ value: Any) throws -> [Any] {
        guard let array = value as? [Any] else { throw Refusal(reason: "no array") }
        return array
    }

    private static func number(_ value: Any) throws -> Double {
        guard let number = value as? NSNumber else { throw Refusal(reason: "no number") }
        return number.doubleValue
    }

    /// Returns a number as C converts it to an `int`.
    private static func whole(_ value: Any) throws -> Int {
        Int(max(-2_147_483_648, min(2_147_483_647, try number(value))))
    }

    private static func require(_ value: Any, _ name: String, in range: ClosedRange<Int>) throws {
        let found = try whole(value)
        try require(range.contains(found), "\(name) \(found)")
    }

    private static func require(_ holds: Bool, _ reason: String) throws {
        guard holds else { throw Refusal(reason: reason) }
    }
}

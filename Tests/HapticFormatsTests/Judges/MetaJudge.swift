import Foundation

/// Meta's parser of `.haptic` files under its strict validation as a judge in tests: the members and rules of
/// `core/haptic_data` of the Haptics SDK (`v1.rs` and `version.rs`, 2025), in single precision. It shares no code
/// with what it judges.
enum MetaJudge {
    private struct Refusal: Error { let reason: String }

    /// Returns the reason why the parser would refuse a text; nil if it would accept it.
    static func refusal(_ text: String) -> String? {
        do {
            let file = try JSONDecoder().decode(File.self, from: Data(text.utf8))
            guard file.version.major == 1 else { return "a version other than 1" }
            let span = try judge(file.signals.continuous.envelopes.amplitude)
            try judge(file.signals.continuous.envelopes.frequency ?? [], within: span)
            return nil
        } catch let refusal as Refusal {
            return refusal.reason
        } catch {
            return "not the members of a .haptic file"
        }
    }

    private static func judge(_ points: [AmplitudePoint]) throws -> ClosedRange<Float> {
        var previous: Float = 0
        for point in points {
            try require(unit.contains(point.amplitude), "an amplitude of \(point.amplitude)")
            try require(point.time >= previous, "amplitude at \(point.time) after \(previous)")
            previous = point.time
            guard let emphasis = point.emphasis else { continue }
            try require(unit.contains(emphasis.amplitude), "an emphasis of \(emphasis.amplitude)")
            try require(unit.contains(emphasis.frequency), "an emphasis's frequency of \(emphasis.frequency)")
            try require(emphasis.amplitude >= point.amplitude, "an emphasis below its point")
        }
        guard points.count > 1, let start = points.first?.time else { throw Refusal(reason: "fewer than two points") }
        try require(previous > start, "an envelope that lasts no time")
        return start...previous
    }

    private static func judge(_ points: [FrequencyPoint], within span: ClosedRange<Float>) throws {
        var previous: Float = 0
        for point in points {
            try require(unit.contains(point.frequency), "a frequency of \(point.frequency)")
            try require(point.time >= previous, "frequency at \(point.time) after \(previous)")
            try require(span.contains(point.time), "frequency outside the envelope of amplitude")
            previous = point.time
        }
    }

    private static func require(_ holds: Bool, _ reason: String) throws {
        guard holds else { throw Refusal(reason: reason) }
    }

    private static let unit: ClosedRange<Float> = 0...1
}

// The members as the SDK declares them. A member with a default may be missing, and unknown members are allowed.

private struct File: Decodable {
    let version: Version
    let metadata: Metadata?
    let signals: Signals
}

private struct Version: Decodable {
    let major: UInt32
    let minor: UInt32?
    let patch: UInt32?
}

private struct Metadata: Decodable {
    let editor: String?
    let author: String?
    let source: String?
    let project: String?
    let tags: [String]?
    let description: String?
}

private struct Signals: Decodable { let continuous: Continuous }

private struct Continuous: Decodable { let envelopes: Envelopes }

private struct Envelopes: Decodable {
    let amplitude: [AmplitudePoint]
    let frequency: [FrequencyPoint]?
}

private struct AmplitudePoint: Decodable {
    let time: Float
    let amplitude: Float
    let emphasis: Emphasis?
}

private struct Emphasis: Decodable {
    let amplitude: Float
    let frequency: Float
}

private struct FrequencyPoint: Decodable {
    let time: Float
    let frequency: Float
}

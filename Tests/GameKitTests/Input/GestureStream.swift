import ThudCore
import ThudGameKit

/// A stream of hand events as text, with the gestures that it should give.
///
///     [cells: tap] the pointer's precision, then what is awaited
///     0.000 down 405 250
///     0.080 up 405 250
///     = 0.080 tap
struct GestureStream: Sendable, CustomStringConvertible {
    /// A gesture and when it is decided.
    struct Decision: Hashable, Sendable {
        var instant: Instant
        var gesture: String
    }

    static let files = ["tap", "double-tap", "long-press", "swipe", "pinch", "motion"]

    let file: String
    let title: String
    let grain: PointerSurface.Grain
    let awaited: GestureSet
    let events: InputScript<HandEvent>
    let expected: [Decision]
    let hasKeys: Bool

    var description: String { "\(file), \(grain.rawValue): \(title)" }

    static func all() throws -> [GestureStream] {
        let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return try files.flatMap { file in
            let text = String(decoding: try SourceFile.read("/\(folder)/GestureStreams/\(file).txt"), as: UTF8.self)
            return try text.split(separator: "\n[").filter { !$0.hasPrefix("#") }
                .map { try GestureStream(section: $0.hasPrefix("[") ? String($0.dropFirst()) : String($0), file: file) }
        }
    }

    struct Malformed: Error { var section: String }

    init(section: String, file: String) throws {
        self.file = file
        let lines = section.split(separator: "\n").map(String.init)
        let head = lines[0].split(separator: "]", maxSplits: 1)
        let words = head[0].split(separator: ":").map { $0.drop { $0 == " " } }
        guard head.count == 2, words.count == 2, let grain = PointerSurface.Grain(rawValue: String(words[0])),
            let awaited = Self.sets[String(words[1])]
        else { throw Malformed(section: section) }
        self.grain = grain
        self.awaited = awaited
        title = String(head[1].dropFirst())
        events = try InputScript(
            parsing: lines.dropFirst().filter { !$0.hasPrefix("=") }.joined(separator: "\n"), file: file)
        let ends = lines.filter { $0.hasPrefix("= ") }.map { $0.dropFirst(2) }
        guard !ends.isEmpty else { throw Malformed(section: section) }
        expected = try ends.filter { $0 != "nothing" }.map { end in
            let words = end.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let seconds = Double(words[0]) else { throw Malformed(section: section) }
            return Decision(instant: Instant(nanoseconds: 0) + .seconds(seconds), gesture: String(words[1]))
        }
        hasKeys = lines.contains { $0.contains("key") && !$0.contains("]") }
    }

    private static let sets: [String: GestureSet] = [
        "tap": .tap, "double-tap": .doubleTap, "long-press": .longPress, "swipe": .swipe, "pinch": .pinch,
        "shake": .shake,
        "tilt": .tilt, "raise": .raise,
    ]
    static let kinds = sets.values.sorted { $0.rawValue < $1.rawValue }

    /// Returns all findings while `awaited` is awaited. The recogniser is advanced at each of `ticks` and at its
    /// deadlines.
    func findings(awaited: GestureSet, ticks: [Instant] = []) -> [TimedFinding] {
        var recognizer = GestureRecognizer(
            surface: PointerSurface(columns: 80, rows: 24, grain: grain), awaited: awaited)
        var findings: [TimedFinding] = []
        var waiting = ticks[...]
        for entry in events.entries {
            let now = Instant(nanoseconds: 0) + entry.time
            while let tick = waiting.first, tick < now {
                waiting.removeFirst()
                findings += recognizer.advance(to: tick)
            }
            findings += recognizer.take(entry.command, at: now)
        }
        return findings + recognizer.advance(to: Instant(nanoseconds: 10_000_000_000))
    }

    /// Returns the gestures among the findings.
    static func decisions(_ findings: [TimedFinding]) -> [Decision] {
        findings.compactMap { timed in
            guard case .recognized(let gesture) = timed.finding else { return nil }
            return Decision(instant: timed.decided, gesture: gesture.text)
        }
    }
}

extension Gesture {
    var text: String {
        switch self {
        case .tap: "tap"
        case .doubleTap: "double-tap"
        case .longPress: "long-press"
        case .swipe(let direction): "swipe \(direction.rawValue)"
        case .pinch: "pinch"
        case .shake: "shake"
        case .tilt(let direction): "tilt \(direction.rawValue)"
        case .raise: "raise"
        case .lower: "lower"
        }
    }
}

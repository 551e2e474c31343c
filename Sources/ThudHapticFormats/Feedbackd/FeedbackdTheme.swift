import ThudCore
import ThudPatterns

/// A theme of feedbackd: what a phone does for each event, by profile (feedback-themes(5)).
///     { "name": "mine", "parent-name": "default", "profiles": [ { "name": "quiet", "feedbacks": [
///       { "event-name": "message-new-sms", "type": "VibraPattern", "magnitudes": [1], "durations": [200] } ] } ] }
package struct FeedbackdTheme: Sendable {
    /// How much feedback is wanted. A profile includes those that are more silent.
    package enum Profile: UInt32, CaseIterable, Sendable {
        case silent, quiet, full

        package init?(name: some StringProtocol) {
            guard let profile = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
            self = profile
        }
    }

    /// What one profile adds to an event.
    package enum Part: Sendable {
        /// The name of a sound of the sound theme.
        case sound(String)
        /// A vibration. A pause at its end, which counts if it repeats, is an event of intensity 0.
        case vibration(HapticPattern)
        /// A light, or something of a later version.
        case unknown(String)
    }

    /// The theme whose parts count unless this one replaces them.
    package let parent: String?
    private var parts: [Profile: [String: Part]] = [:]

    static let name = "a feedbackd theme"

    /// - Throws: `ThudError` if it is no theme, or if a feedback in it is broken.
    package init(_ root: JSONReader) throws(ThudError) {
        var notes = ReadingNotes()
        try self.init(root, &notes)
    }

    init(_ root: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) {
        let name = try root.member("name").string()
        parent = try root.optional("parent-name")?.string()
        if name.isEmpty { throw root.part("name").error("expected a name") }
        if parent != nil, name == "default" { throw root.part("parent-name").error("the default theme has no parent") }
        // A theme may leave everything to its parent.
        for profile in try root.optional("profiles")?.elements() ?? [] {
            let name = try profile.member("name")
            guard let level = Profile(name: try name.string()) else {
                notes.diagnostic(name, .ignored, "expected full, quiet or silent; ignored")
                continue
            }
            for feedback in try profile.optional("feedbacks")?.elements() ?? [] {
                // Of several for one event, feedbackd takes the last.
                parts[level, default: [:]][try feedback.member("event-name").string()] = try Self.part(feedback, &notes)
            }
        }
    }

    private static func part(_ feedback: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> Part {
        if let read = try VibraFile.vibration(feedback, &notes) { return .vibration(read) }
        let type = try feedback.member("type").string()
        return type == "Sound" ? .sound(try feedback.member("effect").string()) : .unknown(type)
    }

    /// Replaces parts by those of a theme that names this one as its parent.
    package mutating func update(with child: FeedbackdTheme) {
        for (profile, events) in child.parts { parts[profile, default: [:]].merge(events) { $1 } }
    }

    /// The names of the events, in order.
    package var events: [String] { Set(parts.values.flatMap(\.keys)).sorted() }

    /// Returns what an event does in a profile: its parts, from the loudest profile to the most silent.
    package func parts(for event: String, in profile: Profile) -> [Part] {
        Profile.allCases.reversed().filter { $0.rawValue <= profile.rawValue }.compactMap { parts[$0]?[event] }
    }

    // MARK: - As a pattern

    /// Reads the vibration of an event; without a name, of the only event that vibrates.
    static func read(
        _ root: JSONReader, event: String?, _ notes: inout ReadingNotes
    ) throws(ThudError) -> HapticPattern {
        let theme = try FeedbackdTheme(root, &notes)
        var vibrations: [String: HapticPattern] = [:]
        for event in theme.events {
            for case .vibration(let pattern) in theme.parts(for: event, in: .full).reversed() {
                vibrations[event] = pattern
            }
        }
        let names = vibrations.keys.sorted()
        guard let event = event ?? (names.count == 1 ? names.first : nil) else {
            throw root.error(
                names.isEmpty
                    ? "no event of the theme vibrates"
                    : "\(names.count) events vibrate; choose one with `thud convert --event NAME`: \(names.list)")
        }
        guard var pattern = vibrations[event] else {
            throw root.error("the theme has no vibration for \(event); it has \(names.list)")
        }
        pattern.events.removeAll { $0.intensity == 0 }
        for case .sound(let sound) in theme.parts(for: event, in: .full) {
            notes.diagnostic(root, .ignored, "the sound \(sound) of the sound theme is left out")
        }
        return pattern
    }

    /// Writes a theme that replaces one event of the default theme.
    static func write(_ pattern: HapticPattern, event: String) -> PatternExport {
        let (vibration, losses) = VibraFile.members(pattern, name)
        let root: JSONValue = [
            "name": .string(event), "parent-name": "default",
            "profiles": [["name": "quiet", "feedbacks": [.object([.init("event-name", .string(event))] + vibration)]]],
        ]
        return PatternExport(text: root.text(), losses: losses)
    }
}

extension [String] {
    fileprivate var list: String { joined(separator: ", ") }
}

import ThudCore
public import ThudCues

/// What a player has chosen and wants to find again.
public struct Preferences: Hashable, Sendable {
    /// Where the silent switch stands.
    public enum SilentSwitch: String, Hashable, Sendable, CaseIterable {
        /// Silent.
        case on
        /// Not silent.
        case off
        /// As the system's mute is.
        case follow
    }

    /// How long a round may be, in seconds.
    public static let lengths = 1.0...3_600

    /// Whether sounds play.
    public var soundOn = true
    /// What becomes of haptics.
    public var haptics = FeedbackSettings.Haptics.heard
    /// Where the silent switch stands.
    public var silentSwitch = SilentSwitch.follow
    /// The volume, 0...1; anything else becomes the nearest of these, and what is no number the default.
    public var volume = 1.0 {
        didSet { volume = volume.isNaN ? 1 : volume.clamped(to: 0...1) }
    }
    /// Whether everything is louder than it can be played cleanly, as for a party.
    public var isLoud = false
    /// Whether there is to be less motion.
    public var reduceMotion = false
    /// Whether the line with latencies is shown.
    public var developerLine = false
    /// Whether Albanian words are explained.
    public var gloss = false
    /// The length of a round in seconds, 1...3600; anything else becomes the nearest of these, and what is no number
    /// the default.
    public var seconds = 60.0 {
        didSet { seconds = seconds.isNaN ? 60 : seconds.clamped(to: Self.lengths) }
    }
    /// Whether the player has been through the tutorial.
    public var tutorialDone = false

    /// The defaults.
    public init() {}
}

extension Double {
    /// The nearest number within a range.
    func clamped(to range: ClosedRange<Double>) -> Double { min(max(self, range.lowerBound), range.upperBound) }
}

/// A preference as it is kept: its key, and how its value is written and read. What cannot be read leaves the default.
private struct PreferenceRow: Sendable {
    let key: String
    let text: @Sendable (Preferences) -> String
    let take: @Sendable (String, inout Preferences) -> Void
    /// The text as a value of JSON.
    let json: @Sendable (String) -> JSONValue
    /// The text that a value of JSON stands for.
    let read: @Sendable (JSONReader) throws(ThudError) -> String

    init<Value>(
        _ key: String, _ field: any WritableKeyPath<Preferences, Value> & Sendable,
        text: @escaping @Sendable (Value) -> String, value: @escaping @Sendable (String) -> Value?,
        json: @escaping @Sendable (String) -> JSONValue,
        read: @escaping @Sendable (JSONReader) throws(ThudError) -> String
    ) {
        self.key = key
        self.text = { text($0[keyPath: field]) }
        take = { if let value = value($0) { $1[keyPath: field] = value } }
        self.json = json
        self.read = read
    }

    static func flag(_ key: String, _ field: any WritableKeyPath<Preferences, Bool> & Sendable) -> PreferenceRow {
        PreferenceRow(
            key, field, text: { $0 ? "on" : "off" }, value: { ["on": true, "off": false][$0] },
            json: { .bool($0 == "on") }, read: { value throws(ThudError) in try value.bool() ? "on" : "off" })
    }

    static func number(
        _ key: String, _ field: any WritableKeyPath<Preferences, Double> & Sendable, in range: ClosedRange<Double>
    ) -> PreferenceRow {
        PreferenceRow(
            key, field, text: { "\($0)" }, value: { Double($0).flatMap { range.contains($0) ? $0 : nil } },
            json: { .number(Double($0) ?? 0) },
            read: { value throws(ThudError) in "\(try value.number(in: range))" })
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ key: String, _ field: any WritableKeyPath<Preferences, Choice> & Sendable
    ) -> PreferenceRow {
        PreferenceRow(
            key, field, text: { $0.rawValue }, value: { Choice(rawValue: $0) }, json: { .string($0) },
            read: { value throws(ThudError) in
                let choice: Choice = try value.choice()
                return choice.rawValue
            })
    }
}

extension Preferences {
    /// Keys are never given another meaning: another version of the program may read the same file.
    private static let rows: [PreferenceRow] = [
        .flag("sound", \.soundOn),
        .choice("haptics", \.haptics),
        .choice("silent-switch", \.silentSwitch),
        .number("volume", \.volume, in: 0...1),
        .flag("loud", \.isLoud),
        .flag("reduce-motion", \.reduceMotion),
        .flag("developer-line", \.developerLine),
        .flag("gloss", \.gloss),
        .number("seconds", \.seconds, in: lengths),
        taught,
    ]
    /// What a player has seen is no setting.
    private static let taught = PreferenceRow.flag("tutorial-done", \.tutorialDone)

    /// Preferences from rows; an unknown key is passed over, a broken value leaves the default of that key alone.
    init(rows: [String: String]) {
        self.init()
        for row in Self.rows {
            if let text = rows[row.key] { row.take(text, &self) }
        }
    }

    /// The rows whose values differ from those of `other`.
    func rows(changedFrom other: Preferences) -> [String: String] {
        var changes: [String: String] = [:]
        for row in Self.rows where row.text(self) != row.text(other) { changes[row.key] = row.text(self) }
        return changes
    }
}

extension Preferences {
    private static let settings = rows.filter { $0.key != taught.key }

    /// Takes the settings of a file; a key that is not known, which another version may have written, is passed over.
    ///
    /// - Returns: what is wrong with values, which are then as they were.
    mutating func take(_ file: JSONReader) throws(ThudError) -> [ThudError] {
        var problems: [ThudError] = []
        for (name, value) in try file.members() {
            guard let row = Self.settings.first(where: { $0.key == name }) else { continue }
            do throws(ThudError) {
                row.take(try row.read(value), &self)
            } catch {
                problems.append(error)
            }
        }
        return problems
    }

    /// The settings that differ from those of `other`, as members of a file.
    func settings(changedFrom other: Preferences) -> [JSONValue.Member] {
        Self.settings.filter { $0.text(self) != $0.text(other) }.map { .init($0.key, $0.json($0.text(self))) }
    }
}

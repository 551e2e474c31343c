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

/// A preference as a row: its key, and how its value is written and read. What cannot be read leaves the default.
private struct PreferenceRow: Sendable {
    let key: String
    let text: @Sendable (Preferences) -> String
    let take: @Sendable (String, inout Preferences) -> Void

    init<Value>(
        _ key: String, _ field: any WritableKeyPath<Preferences, Value> & Sendable,
        text: @escaping @Sendable (Value) -> String, value: @escaping @Sendable (String) -> Value?
    ) {
        self.key = key
        self.text = { text($0[keyPath: field]) }
        take = { if let value = value($0) { $1[keyPath: field] = value } }
    }

    static func flag(_ key: String, _ field: any WritableKeyPath<Preferences, Bool> & Sendable) -> PreferenceRow {
        PreferenceRow(key, field, text: { $0 ? "on" : "off" }, value: { ["on": true, "off": false][$0] })
    }

    static func number(
        _ key: String, _ field: any WritableKeyPath<Preferences, Double> & Sendable, in range: ClosedRange<Double>
    ) -> PreferenceRow {
        PreferenceRow(key, field, text: { "\($0)" }, value: { Double($0).flatMap { range.contains($0) ? $0 : nil } })
    }

    static func choice<Choice: RawRepresentable<String> & SendableMetatype>(
        _ key: String, _ field: any WritableKeyPath<Preferences, Choice> & Sendable
    ) -> PreferenceRow {
        PreferenceRow(key, field, text: { $0.rawValue }, value: { Choice(rawValue: $0) })
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
        .flag("tutorial-done", \.tutorialDone),
    ]

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

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

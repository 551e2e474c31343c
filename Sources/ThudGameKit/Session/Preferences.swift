import ThudCore
import ThudCues

package struct Preferences: Hashable, Sendable {
    package enum SilentSwitch: String, Hashable, Sendable, CaseIterable {
        case on
        case off
        case follow
    }

    /// The language of a game that has two.
    package enum Language: String, Hashable, Sendable, CaseIterable {
        case follow, own, english
    }

    /// The allowed lengths of a round, in seconds.
    package static let lengths = 1.0...3_600
    package var soundOn = true
    package var haptics = FeedbackSettings.Haptics.heard
    package var silentSwitch = SilentSwitch.follow
    /// The volume, 0...1. Other values are clamped, and NaN becomes the default.
    package var volume = 1.0 { didSet { volume = volume.isNaN ? 1 : volume.clamped(to: 0...1) } }
    /// Whether everything is louder than it can be played cleanly, as for a party.
    package var isLoud = false
    package var reduceMotion = false
    package var developerLine = false
    package var gloss = false
    package var language = Language.follow
    /// The length of a round in seconds, 1...3600. Other values are clamped, and NaN becomes the default.
    package var seconds = 60.0 { didSet { seconds = seconds.isNaN ? 60 : seconds.clamped(to: Self.lengths) } }
    package var tutorialDone = false

    package init() {}
}

/// A preference as it is kept: text in the records, a JSON value in the settings file. A broken value is ignored.
private struct PreferenceRow: Sendable {
    let key: String
    let text: @Sendable (Preferences) -> String
    let takeText: @Sendable (String, inout Preferences) -> Void
    let json: @Sendable (Preferences) -> JSONValue
    let takeJSON: @Sendable (JSONReader, inout Preferences) throws(ThudError) -> Void

    init<Value>(
        _ key: String, _ field: any WritableKeyPath<Preferences, Value> & Sendable,
        text: @escaping @Sendable (Value) -> String, parse: @escaping @Sendable (String) -> Value?,
        json: @escaping @Sendable (Value) -> JSONValue,
        read: @escaping @Sendable (JSONReader) throws(ThudError) -> Value
    ) {
        self.key = key
        self.text = { text($0[keyPath: field]) }
        takeText = { if let value = parse($0) { $1[keyPath: field] = value } }
        self.json = { json($0[keyPath: field]) }
        takeJSON = { file, preferences throws(ThudError) in preferences[keyPath: field] = try read(file) }
    }

    static func flag(_ key: String, _ field: any WritableKeyPath<Preferences, Bool> & Sendable) -> PreferenceRow {
        PreferenceRow(
            key, field, text: { $0 ? "on" : "off" }, parse: { ["on": true, "off": false][$0] },
            json: { .bool($0) }, read: { file throws(ThudError) in try file.bool() })
    }

    static func number(
        _ key: String, _ field: any WritableKeyPath<Preferences, Double> & Sendable, in range: ClosedRange<Double>
    ) -> PreferenceRow {
        PreferenceRow(
            key, field, text: { "\($0)" }, parse: { Double($0).flatMap { range.contains($0) ? $0 : nil } },
            json: { .number($0) }, read: { file throws(ThudError) in try file.number(in: range) })
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ key: String, _ field: any WritableKeyPath<Preferences, Choice> & Sendable,
        refusal: @escaping @Sendable (Choice) -> String? = { _ in nil }
    ) -> PreferenceRow {
        PreferenceRow(
            key, field, text: { $0.rawValue }, parse: { Choice(rawValue: $0) }, json: { .string($0.rawValue) },
            read: { file throws(ThudError) in
                let choice: Choice = try file.choice()
                if let message = refusal(choice) { throw file.error(message) }
                return choice
            })
    }
}

extension Preferences {
    /// A key never changes its meaning, because another version of the program may read the same file.
    private static let rows: [PreferenceRow] = [
        .flag("sound", \.soundOn),
        // Haptics in the file may be heard or off. A drive signal needs an output that was opened for it.
        .choice("haptics", \.haptics) {
            $0 == .drive ? "a drive signal needs a device; remove this and use --haptics drive" : nil
        },
        .choice("silent-switch", \.silentSwitch),
        .number("volume", \.volume, in: 0...1),
        .flag("loud", \.isLoud),
        .flag("reduce-motion", \.reduceMotion),
        .flag("developer-line", \.developerLine),
        .flag("gloss", \.gloss),
        .choice("language", \.language),
        .number("seconds", \.seconds, in: lengths),
        taught,
    ]
    /// What a player has seen is not a setting.
    private static let taught = PreferenceRow.flag("tutorial-done", \.tutorialDone)

    /// Reads preferences from rows. An unknown key is ignored, and an invalid value leaves the default of its key.
    package init(rows: [String: String]) {
        self.init()
        for row in Self.rows {
            if let text = rows[row.key] { row.takeText(text, &self) }
        }
    }

    package func rows(changedFrom other: Preferences) -> [String: String] {
        var changes: [String: String] = [:]
        for row in Self.rows where row.text(self) != row.text(other) { changes[row.key] = row.text(self) }
        return changes
    }

    private static let settings = rows.filter { $0.key != taught.key }

    /// Reads the settings of a file and returns the errors of invalid values, whose settings stay unchanged. An
    /// unknown key, perhaps from another version, is ignored.
    package mutating func take(_ file: JSONReader) throws(ThudError) -> [ThudError] {
        var problems: [ThudError] = []
        for (name, value) in try file.members() {
            guard let row = Self.settings.first(where: { $0.key == name }) else { continue }
            do throws(ThudError) {
                try row.takeJSON(value, &self)
            } catch {
                problems.append(error)
            }
        }
        return problems
    }

    package func settings(changedFrom other: Preferences) -> [JSONValue.Member] {
        Self.settings.filter { $0.text(self) != $0.text(other) }.map { .init($0.key, $0.json(self)) }
    }
}

import ThudCore
import ThudGameKit

/// The settings of this game. The shell holds those common to all games.
package enum MagicOption: String, Hashable, Sendable, Codable, CaseIterable {
    case face
    case sensitivity
    case motion
    case contrast
    case scale
    /// Whether every stage starts with the welcome pages.
    case pages

    package var values: [String] {
        switch self {
        case .face, .contrast, .pages: ["on", "off"]
        case .sensitivity: FaceSensitivity.allCases.map(\.rawValue)
        case .motion: ["full", "less"]
        case .scale: MagicOptions.scales
        }
    }
}

/// How strong an expression must be before it makes magic (settings of the source: easy 0.3, medium 0.5, hard 0.7).
package enum FaceSensitivity: String, Hashable, Sendable, Codable, CaseIterable {
    case easy, medium, hard

    /// The minimum strength, 0...1.
    package var threshold: Double {
        switch self {
        case .easy: 0.3
        case .medium: 0.5
        case .hard: 0.7
        }
    }
}

package struct MagicOptions: Hashable, Sendable, Codable {
    /// The sizes of buttons and words, as they are written.
    package static let scales = ["0.8", "0.9", "1.0", "1.1", "1.2"]
    private var chosen: [MagicOption: String]
    /// Whether the shell requests less motion, whatever was chosen here.
    var isStill = false

    package init() {
        chosen = [.face: "on", .sensitivity: "medium", .motion: "full", .contrast: "off", .scale: "1.0", .pages: "on"]
    }

    /// Creates settings from names of options and values. Unknown ones are ignored.
    package init(_ options: [String: String], reduceMotion: Bool) {
        self.init()
        follow(options, reduceMotion: reduceMotion)
    }

    /// Changes the settings named in `options`. If the shell requests less motion, that overrides the choice made here.
    mutating func follow(_ options: [String: String], reduceMotion: Bool) {
        isStill = reduceMotion
        for option in MagicOption.allCases { if let value = options[option.rawValue] { _ = set(option, to: value) } }
    }

    package subscript(option: MagicOption) -> String { chosen[option] ?? option.values[0] }

    var isPossible: Bool { MagicOption.allCases.allSatisfy { $0.values.contains(self[$0]) } }

    /// Applies saved settings; throws if a value is not one of its option's. Ignores unknown keys, which may come from
    /// a newer version.
    mutating func restore(_ kept: [String: String]) throws(ThudError) {
        for option in MagicOption.allCases {
            guard let value = kept[option.rawValue] else { continue }
            guard option.values.contains(value) else {
                throw ThudError(
                    .badInput,
                    "the saved settings of Aria's Magic set \(option.rawValue) to \(value); "
                        + "choose one of \(option.values.joined(separator: ", "))")
            }
            chosen[option] = value
        }
    }

    func changes(since former: MagicOptions) -> [SavedChange] {
        MagicOption.allCases.compactMap { option in
            guard let value = chosen[option], value != former.chosen[option] else { return nil }
            return .value(key: option.rawValue, value)
        }
    }

    /// Sets an option. false if it has no such value, or already has it.
    mutating func set(_ option: MagicOption, to value: String) -> Bool {
        guard option.values.contains(value), self[option] != value else { return false }
        chosen[option] = value
        return true
    }

    func next(of option: MagicOption) -> String {
        let index = option.values.firstIndex(of: self[option]) ?? 0
        return option.values[(index + 1) % option.values.count]
    }

    package var watchesFace: Bool { self[.face] == "on" }
    package var sensitivity: FaceSensitivity { FaceSensitivity(rawValue: self[.sensitivity]) ?? .medium }
    /// Whether motion is reduced: no pulses, no texture while pinching, and nothing that bobs or rains.
    package var reducesMotion: Bool { isStill || self[.motion] == "less" }
    /// Whether every stage starts with the welcome pages.
    package var showsPages: Bool { self[.pages] == "on" }
    package var hasHighContrast: Bool { self[.contrast] == "on" }
    /// The size of buttons and words, 0.8...1.2.
    package var scale: Double { Double(self[.scale]) ?? 1 }
}

import ThudCore
import ThudGameKit

/// What can be set in the game itself; what all games have is set in the shell.
package enum MagicOption: String, Hashable, Sendable, Codable, CaseIterable {
    case face
    case sensitivity
    case motion
    case contrast
    case scale
    /// Whether the pages of the beginning come with every stage.
    case pages

    /// What it can be set to, in order.
    package var values: [String] {
        switch self {
        case .face, .contrast, .pages: ["on", "off"]
        case .sensitivity: FaceSensitivity.allCases.map(\.rawValue)
        case .motion: ["full", "less"]
        case .scale: MagicOptions.scales
        }
    }
}

/// How strongly a face has to do something before it makes magic (settings of the source: easy 0.3, medium 0.5, hard 0.7).
package enum FaceSensitivity: String, Hashable, Sendable, Codable, CaseIterable {
    case easy, medium, hard

    /// The least strength, 0...1.
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
    /// Whether the shell asks for less motion, whatever was chosen here.
    var isStill = false

    /// The settings of those who have set nothing.
    package init() {
        chosen = [
            .face: "on", .sensitivity: "medium", .motion: "full", .contrast: "off", .scale: "1.0", .pages: "on",
        ]
    }

    /// Settings by the names of options and values; what is not known is left as it is.
    package init(_ options: [String: String], reduceMotion: Bool) {
        self.init()
        follow(options, reduceMotion: reduceMotion)
    }

    /// Changes what `options` name. There is less motion than was chosen as long as the shell asks for that.
    mutating func follow(_ options: [String: String], reduceMotion: Bool) {
        isStill = reduceMotion
        for option in MagicOption.allCases { if let value = options[option.rawValue] { _ = set(option, to: value) } }
    }

    package subscript(option: MagicOption) -> String { chosen[option] ?? option.values[0] }

    /// Puts what was kept into its place.
    ///
    /// - Throws: `ThudError` where an option was never kept so. What is not known may be a newer version's, and is left alone.
    mutating func restore(_ kept: [String: String]) throws(ThudError) {
        for option in MagicOption.allCases {
            guard let value = kept[option.rawValue] else { continue }
            guard option.values.contains(value) else {
                throw ThudError(
                    .badInput,
                    "the settings of Aria's Magic that were kept say \(option.rawValue) is \(value); "
                        + "it can be \(option.values.joined(separator: ", "))")
            }
            chosen[option] = value
        }
    }

    /// What is to be kept after `former` was.
    func changes(since former: MagicOptions) -> [SavedChange] {
        MagicOption.allCases.compactMap { option in
            guard let value = chosen[option], value != former.chosen[option] else { return nil }
            return .value(key: option.rawValue, value)
        }
    }

    /// Sets an option; false where it has no such value, or has it already.
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
    /// Whether there is less motion: no pulses, no texture while pinching, nothing that bobs or rains.
    package var reducesMotion: Bool { isStill || self[.motion] == "less" }
    /// Whether the pages of the beginning come with every stage.
    package var showsPages: Bool { self[.pages] == "on" }
    package var hasHighContrast: Bool { self[.contrast] == "on" }
    /// How large buttons and words are, 0.8...1.2.
    package var scale: Double { Double(self[.scale]) ?? 1 }
}

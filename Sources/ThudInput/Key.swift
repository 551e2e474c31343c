package enum Key: Hashable, Sendable {
    case up, down, left, right
    /// A key with a function of its own.
    case enter, escape, tab, backspace, delete, insert, home, end, pageUp, pageDown
    /// A function key, from 1.
    case function(Int)
    /// A key for a character. A character of several scalars arrives as several keys.
    case character(Character)

    package static let space = Key.character(" ")
}

extension Key: Codable {
    private static let named: [(name: String, key: Key)] = [
        ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("enter", .enter), ("escape", .escape),
        ("tab", .tab), ("backspace", .backspace), ("delete", .delete), ("insert", .insert), ("home", .home),
        ("end", .end), ("page-up", .pageUp), ("page-down", .pageDown), ("space", .space),
    ]
    private static let functions = 1...24

    /// Finds the key called `name`: the character that it types, or a word if that is invisible; nil if there is none.
    package init?(name: String) {
        if let known = Self.named.first(where: { $0.name == name }) {
            self = known.key
        } else if name.count == 1, let character = name.first {
            self = .character(character)
        } else if name.first == "f", let number = Int(name.dropFirst()), Self.functions.contains(number) {
            self = .function(number)
        } else {
            return nil
        }
    }

    package var name: String {
        if let known = Self.named.first(where: { $0.key == self }) { return known.name }
        return switch self {
        case .function(let number): "f\(number)"
        case .character(let character): String(character)
        default: ""
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = Key(name: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown key")
        }
        self = key
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

package struct Modifiers: OptionSet, Hashable, Sendable, Codable {
    /// The bits as xterm and kitty encode them, after subtracting one.
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
    /// The super key, which often carries a logo.
    package static let `super` = Modifiers(rawValue: 8)
}

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

extension Key {
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
}

extension Character {
    /// Whether it is a letter of another script than the Latin one.
    package var isOfOtherScript: Bool {
        isLetter && unicodeScalars.first.map { $0.value >= 0x370 && !(0x1E00...0x1EFF).contains($0.value) } ?? false
    }

    package var isGreek: Bool {
        isLetter && unicodeScalars.first.map { (0x370...0x3FF).contains($0.value) } ?? false
    }

    /// The letters of the Russian, Ukrainian and Greek keyboards, and a Latin keyboard's characters at their places.
    private static let places = Dictionary(
        uniqueKeysWithValues: zip(
            "йцукенгшщзхъфывапролджэячсмитьбюіїєςερτυθιοπασδφγηξκλζχψωβνμ",
            "qwertyuiop[]asdfghjkl;'zxcvbnm,.s]'wertyuiopasdfghjklzxcvbnm"))

    /// The character of a Latin keyboard at its place, small or capital like it. nil if it is not known. Terminals
    /// report only the letter of a key that types text.
    var atItsPlace: Character? {
        guard isOfOtherScript, let small = lowercased().first, let latin = Self.places[small] else { return nil }
        return small == self ? latin : latin.uppercased().first
    }
}

package struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits as xterm and kitty encode them, after subtracting one.
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
    /// The super key, which often carries a logo.
    package static let `super` = Modifiers(rawValue: 8)
}

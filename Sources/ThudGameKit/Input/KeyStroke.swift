/// The name of a key: the character that it types, or a word for those that type none that can be seen.
package struct KeyName: RawRepresentable, Hashable, Sendable, Codable {
    /// The character or the word.
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The key that types `character`; the blank is the space bar.
    package init(_ character: Character) {
        self = character == " " ? .space : KeyName(rawValue: String(character))
    }

    package static let space = KeyName(rawValue: "space")
    package static let enter = KeyName(rawValue: "enter")
    package static let escape = KeyName(rawValue: "escape")
    package static let tab = KeyName(rawValue: "tab")
    package static let backspace = KeyName(rawValue: "backspace")
    package static let delete = KeyName(rawValue: "delete")
    package static let up = KeyName(rawValue: "up")
    package static let down = KeyName(rawValue: "down")
    /// The arrow to the left.
    package static let left = KeyName(rawValue: "left")
    /// The arrow to the right.
    package static let right = KeyName(rawValue: "right")
}

/// A key went down, stayed down, or went up.
package struct KeyStroke: Hashable, Sendable, Codable {
    /// What happened to the key. Few terminals tell of repeats and releases, and those that promise to do not do so for every key.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case press = "key+"
        case repeated = "key*"
        case release = "key-"
    }

    package let key: KeyName
    package let kind: Kind

    package init(_ key: KeyName, _ kind: Kind = .press) {
        self.key = key
        self.kind = kind
    }
}

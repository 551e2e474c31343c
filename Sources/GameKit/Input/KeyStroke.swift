/// The name of a key: the character that it types, or a word for those that type none that can be seen.
public struct KeyName: RawRepresentable, Hashable, Sendable, Codable {
    /// The character or the word.
    public let rawValue: String
    /// The key of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The key that types `character`; the blank is the space bar.
    public init(_ character: Character) {
        self = character == " " ? .space : KeyName(rawValue: String(character))
    }

    /// The space bar.
    public static let space = KeyName(rawValue: "space")
    /// Enter.
    public static let enter = KeyName(rawValue: "enter")
    /// Escape.
    public static let escape = KeyName(rawValue: "escape")
    /// Tab.
    public static let tab = KeyName(rawValue: "tab")
    /// Backspace.
    public static let backspace = KeyName(rawValue: "backspace")
    /// Delete.
    public static let delete = KeyName(rawValue: "delete")
    /// The arrow up.
    public static let up = KeyName(rawValue: "up")
    /// The arrow down.
    public static let down = KeyName(rawValue: "down")
    /// The arrow to the left.
    public static let left = KeyName(rawValue: "left")
    /// The arrow to the right.
    public static let right = KeyName(rawValue: "right")
}

/// A key went down, stayed down, or went up.
public struct KeyStroke: Hashable, Sendable, Codable {
    /// What happened to the key. Few terminals tell of repeats and releases, and those that promise to do not do so for every key.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case press = "key+"
        case repeated = "key*"
        case release = "key-"
    }

    /// The key.
    public let key: KeyName
    /// What happened to it.
    public let kind: Kind

    /// A stroke; a press unless said otherwise.
    public init(_ key: KeyName, _ kind: Kind = .press) {
        self.key = key
        self.kind = kind
    }

    /// The stroke as a line of a script has it.
    public var line: String { "\(kind.rawValue) \(key.rawValue)" }
}

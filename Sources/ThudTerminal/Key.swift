/// A key as a terminal reports it.
public enum Key: Hashable, Sendable {
    /// An arrow.
    case up, down, left, right
    /// The keys that do what they are called.
    case enter, escape, tab, backspace, delete, insert, home, end, pageUp, pageDown
    /// A function key, from 1.
    case function(Int)
    /// A key that stands for itself. What is typed as several scalars arrives as several keys.
    case character(Character)
}

/// What was held down beside a key or a button.
public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits of xterm's and kitty's encodings, less one.
    public let rawValue: UInt8

    /// Modifiers by those bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt, or Option.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let control = Modifiers(rawValue: 4)
    /// The key with a maker's sign.
    public static let `super` = Modifiers(rawValue: 8)
}

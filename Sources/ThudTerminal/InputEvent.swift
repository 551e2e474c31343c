/// Something that a terminal tells.
public enum InputEvent: Hashable, Sendable {
    /// A key.
    case key(KeyEvent)
    /// The mouse.
    case mouse(MouseEvent)
    /// The terminal has got the focus, or lost it.
    case focus(Bool)
    /// Something was pasted. What it was is not kept: nothing pasted is meant as keys.
    case paste
    /// An answer to a question.
    case report(TerminalReport)
}

/// A key went down, stayed down or went up.
public struct KeyEvent: Hashable, Sendable {
    /// What happened to it. Only terminals with kitty's keyboard protocol tell more than presses.
    public enum Kind: Hashable, Sendable {
        case press, repeated, release
    }

    /// The key.
    public let key: Key
    /// What happened to it.
    public let kind: Kind
    /// What was held beside it; shift does not count where it only makes another character.
    public let modifiers: Modifiers

    /// A key event; a plain press unless said otherwise.
    public init(_ key: Key, _ kind: Kind = .press, modifiers: Modifiers = []) {
        self.key = key
        self.kind = kind
        self.modifiers = modifiers
    }
}

/// Something was done with the mouse.
public struct MouseEvent: Hashable, Sendable {
    /// What was done.
    public enum Kind: Hashable, Sendable {
        case press, release, moved, wheelUp, wheelDown
    }

    /// A button.
    public enum Button: Hashable, Sendable {
        case left, middle, right, none
    }

    /// What was done.
    public let kind: Kind
    /// With which button.
    public let button: Button
    /// Where.
    public let position: Position
    /// What was held on the keyboard.
    public let modifiers: Modifiers

    /// A mouse event.
    public init(_ kind: Kind, _ button: Button, at position: Position, modifiers: Modifiers = []) {
        self.kind = kind
        self.button = button
        self.position = position
        self.modifiers = modifiers
    }
}

/// What a terminal says of itself when asked.
public enum TerminalReport: Hashable, Sendable {
    /// It has kitty's keyboard protocol, with these of its flags on.
    case keyboard(flags: Int)
    /// Whether it has synchronized updates (mode 2026).
    case synchronizedUpdates(isSupported: Bool)
    /// Its attributes (DA1), which every terminal tells: what was asked before and not answered is not there.
    case attributes
}

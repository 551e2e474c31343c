/// An event that a terminal reports.
public enum InputEvent: Hashable, Sendable {
    /// A key was pressed, repeated or released.
    case key(KeyEvent)
    /// The mouse was moved or used.
    case mouse(MouseEvent)
    /// The terminal has got the focus, or lost it.
    case focus(Bool)
    /// Something was pasted, of whose first line this can go into a field: 256 scalars at most, none of them a control character.
    /// It is not meant as keys.
    case paste(String)
    /// An answer to a question.
    case report(TerminalReport)
}

/// A key went down, stayed down or went up.
public struct KeyEvent: Hashable, Sendable {
    /// What happened to the key. Only terminals with kitty's keyboard protocol report more than presses.
    public enum Kind: Hashable, Sendable {
        case press, repeated, release
    }

    /// The key.
    public let key: Key
    /// What happened to it.
    public let kind: Kind
    /// The modifiers that were held; shift does not count where it only makes another character.
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
    /// The button.
    public let button: Button
    /// The cell under the pointer.
    public let position: Position
    /// Where in the cell the pointer is, from its upper left corner, 0..<1 of its width and height; nil where the terminal tells
    /// no more than the cell.
    public let part: Part?
    /// The modifiers that were held on the keyboard.
    public let modifiers: Modifiers

    /// A place within a cell.
    public struct Part: Hashable, Sendable {
        /// How far from the left edge, 0..<1 of the width.
        public let x: Double
        /// How far from the upper edge, 0..<1 of the height.
        public let y: Double
    }

    /// A mouse event in a cell.
    public init(_ kind: Kind, _ button: Button, at position: Position, modifiers: Modifiers = []) {
        self.init(kind, button, at: position, part: nil, modifiers: modifiers)
    }

    /// A mouse event at a pixel, both numbers from 0 on, where cells are as large as `cell`.
    init(_ kind: Kind, _ button: Button, x: Int, y: Int, cell: CellSize, modifiers: Modifiers) {
        let (column, row) = (Double(x) / cell.width, Double(y) / cell.height)
        self.init(
            kind, button, at: Position(column: Int(column), row: Int(row)),
            part: Part(x: column - column.rounded(.down), y: row - row.rounded(.down)), modifiers: modifiers)
    }

    private init(_ kind: Kind, _ button: Button, at position: Position, part: Part?, modifiers: Modifiers) {
        self.kind = kind
        self.button = button
        self.position = position
        self.part = part
        self.modifiers = modifiers
    }
}

/// What a terminal answers when it is asked about itself.
public enum TerminalReport: Hashable, Sendable {
    /// Whether it can tell the pointer's pixels (mode 1016).
    case pointerPixels(isSupported: Bool)
    /// The size of its cells in pixels.
    case cell(CellSize)
    /// Whether it has synchronized updates (mode 2026).
    case synchronizedUpdates(isSupported: Bool)
    /// Its attributes (DA1). Every terminal answers this question, so features that were asked for before it and are still
    /// unanswered do not exist.
    case attributes
}

/// A key as a terminal reports it.
public enum Key: Hashable, Sendable {
    /// An arrow.
    case up, down, left, right
    /// A key with a function of its own.
    case enter, escape, tab, backspace, delete, insert, home, end, pageUp, pageDown
    /// A function key, from 1.
    case function(Int)
    /// A key for a character. A character of several scalars arrives as several keys.
    case character(Character)
}

/// The modifier keys that were held down together with a key or a button.
public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits as xterm and kitty encode them, after one is subtracted.
    public let rawValue: UInt8

    /// Modifiers from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt, or Option.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let control = Modifiers(rawValue: 4)
    /// The super key, which often carries a logo.
    public static let `super` = Modifiers(rawValue: 8)
}

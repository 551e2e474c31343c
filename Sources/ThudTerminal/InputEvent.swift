/// An event that a terminal reports.
package enum InputEvent: Hashable, Sendable {
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
package struct KeyEvent: Hashable, Sendable {
    /// What happened to the key. Only terminals with kitty's keyboard protocol report more than presses.
    package enum Kind: Hashable, Sendable {
        case press, repeated, release
    }

    package let key: Key
    package let kind: Kind
    /// The modifiers that were held; shift does not count where it only makes another character.
    package let modifiers: Modifiers

    /// A key event; a plain press unless said otherwise.
    package init(_ key: Key, _ kind: Kind = .press, modifiers: Modifiers = []) {
        self.key = key
        self.kind = kind
        self.modifiers = modifiers
    }
}

/// Something was done with the mouse.
package struct MouseEvent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case press, release, moved, wheelUp, wheelDown
    }

    package enum Button: Hashable, Sendable {
        case left, middle, right, none
    }

    package let kind: Kind
    package let button: Button
    /// The cell under the pointer.
    package let position: Position
    /// Where in the cell the pointer is, from its upper left corner, 0..<1 of its width and height; nil where the terminal tells
    /// no more than the cell.
    package let part: Part?
    /// The modifiers that were held on the keyboard.
    package let modifiers: Modifiers

    /// A place within a cell.
    package struct Part: Hashable, Sendable {
        /// How far from the left edge, 0..<1 of the width.
        package let x: Double
        /// How far from the upper edge, 0..<1 of the height.
        package let y: Double
    }

    package init(_ kind: Kind, _ button: Button, at position: Position, modifiers: Modifiers = []) {
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
package enum TerminalReport: Hashable, Sendable {
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
package enum Key: Hashable, Sendable {
    case up, down, left, right
    /// A key with a function of its own.
    case enter, escape, tab, backspace, delete, insert, home, end, pageUp, pageDown
    /// A function key, from 1.
    case function(Int)
    /// A key for a character. A character of several scalars arrives as several keys.
    case character(Character)
}

/// The modifier keys that were held down together with a key or a button.
package struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits as xterm and kitty encode them, after one is subtracted.
    package let rawValue: UInt8

    /// Modifiers from their bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
    /// The super key, which often carries a logo.
    package static let `super` = Modifiers(rawValue: 8)
}

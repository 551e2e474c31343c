import ThudInput

/// An event that a terminal reports. Those of a key and of the pointer carry their instants; all others happen when they are told.
package enum InputEvent: Hashable, Sendable {
    case key(KeyEvent)
    case pointer(PointerEvent)
    /// The terminal has got the focus, or lost it.
    case focus(Bool)
    /// Something was pasted, of whose first line this can go into a field: 256 scalars at most, none of them a control character.
    /// It is not meant as keys.
    case paste(String)
    case report(TerminalReport)
    /// A key that acts on the program as a whole.
    case control(ControlKey)
}

/// A key that acts on the program as a whole. With the kitty protocol the keys that send signals arrive as keys.
package enum ControlKey: Hashable, Sendable {
    /// Ctrl-C: SIGINT.
    case interrupt
    case quit
    /// Ctrl-Z: SIGTSTP.
    case stop
    /// Ctrl-L: draw all of the screen again.
    case redraw

    init?(_ event: KeyEvent) {
        guard event.modifiers == .control, event.kind != .release else { return nil }
        switch event.key {
        case .character("c"): self = .interrupt
        case .character("\\"): self = .quit
        case .character("z"): self = .stop
        case .character("l"): self = .redraw
        default: return nil
        }
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

extension PointerEvent {
    package var position: Position { Position(column: Int(point.column), row: Int(point.row)) }
}

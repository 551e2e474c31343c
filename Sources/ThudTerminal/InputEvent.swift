import ThudInput

/// An event from a terminal. Key and pointer events carry their instants; all others happen when they are reported.
package enum InputEvent: Hashable, Sendable {
    case key(KeyEvent)
    case pointer(PointerEvent)
    /// The terminal gained or lost the focus.
    case focus(Bool)
    /// The first line of a pasted text: at most 256 scalars without control characters. It goes into a field only.
    case paste(String)
    case report(TerminalReport)
    case control(ControlKey)
}

/// A key that acts on the whole program. With the kitty protocol the keys that send signals arrive as keys.
package enum ControlKey: Hashable, Sendable {
    /// Ctrl-C: SIGINT.
    case interrupt
    case quit
    /// Ctrl-Z: SIGTSTP.
    case stop
    /// Ctrl-L: redraws the screen.
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

/// A terminal's reply to a question about itself.
package enum TerminalReport: Hashable, Sendable {
    /// Whether it reports the pointer in pixels (mode 1016).
    case pointerPixels(isSupported: Bool)
    case cell(CellSize)
    /// Whether it has synchronized updates (mode 2026).
    case synchronizedUpdates(isSupported: Bool)
    /// Whether its background is light, as its colour (OSC 11) or its colour scheme (mode 2031) says.
    case background(isLight: Bool)
}

extension PointerEvent { package var position: Position { Position(column: Int(point.column), row: Int(point.row)) } }

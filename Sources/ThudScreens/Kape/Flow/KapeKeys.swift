public import ThudTerminal

/// What the keys mean in Kape.
public enum KapeKeys {
    /// The action of a key; nil where it has none.
    ///
    /// - Parameter isTyping: whether characters go into a field.
    public static func action(of event: KeyEvent, isTyping: Bool) -> Action? {
        guard event.kind != .release else { return nil }
        switch event.key {
        case .up: return .up
        case .down, .tab: return .down
        case .left: return .left
        case .right: return .right
        case .enter: return .confirm
        case .escape: return .back
        case .backspace, .delete: return .erase
        case .character(let character) where event.modifiers.isSubset(of: .shift):
            return isTyping ? .type(character) : command(character)
        default: return nil
        }
    }

    private static func command(_ character: Character) -> Action? {
        switch character {
        case "j": .down
        case "k": .up
        case " ": .confirm
        case "q": .leave
        case "p": .pause
        case "s": .settings
        case "d": .developer
        case "?": .gloss
        case "t": .tournament
        case "n": .startAnew
        default: nil
        }
    }
}

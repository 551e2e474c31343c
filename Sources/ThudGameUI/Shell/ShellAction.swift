import ThudInput

/// The actions that a player asks for, by a key or by the mouse.
package enum ShellAction: Hashable, Sendable {
    /// A direction: through a list, or of the head.
    case up, down, left, right
    case confirm
    case back
    /// The entry of a list at this index, and what it does.
    case choose(Int)
    case tournament
    case board
    /// Go on with a round that was saved.
    case resume
    /// Begin a new round although one was saved.
    case startAnew
    /// A picture of the result or of the podium as a file.
    case saveImage
    /// Stop the clock.
    case pause
    case settings
    case developer
    case gloss
    /// Leave; in mid-round it has to be held.
    case leave
    case type(Character)
    case paste(String)
    /// Takes the last character of a field away.
    case erase
}

/// The meaning of the keys on the screens of every game.
package enum ShellKeys {
    /// The action of a key; nil if it has none. A held key walks on and types on, and does anything else once.
    ///
    /// - Parameter isTyping: whether characters go into a field.
    package static func action(of event: KeyEvent, isTyping: Bool) -> ShellAction? {
        guard let action = action(of: event.key, event.modifiers, isTyping: isTyping) else { return nil }
        return switch action {
        case .up, .down, .left, .right, .type, .erase: event.isStroke ? action : nil
        default: event.isPress ? action : nil
        }
    }

    private static func action(of key: Key, _ modifiers: Modifiers, isTyping: Bool) -> ShellAction? {
        switch key {
        case .up: .up
        case .down, .tab: .down
        case .left: .left
        case .right: .right
        case .enter: .confirm
        case .escape: .back
        case .backspace, .delete: .erase
        case .character(let character) where modifiers.isSubset(of: .shift):
            isTyping ? .type(character) : command(character)
        default: nil
        }
    }

    private static func command(_ character: Character) -> ShellAction? {
        switch character {
        case "j": .down
        case "k": .up
        case " ": .confirm
        case "q": .leave
        case "p": .pause
        case "s": .settings
        // The small letter may be one of a game.
        case "d", "D": .developer
        case "?": .gloss
        case "t": .tournament
        case "l": .board
        case "i": .saveImage
        case "n": .startAnew
        case "r": .resume
        default: nil
        }
    }
}

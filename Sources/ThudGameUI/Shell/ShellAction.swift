import ThudInput

/// The actions that a player requests by a key or the mouse.
package enum ShellAction: Hashable, Sendable {
    /// A direction: through a list, or of the head.
    case up, down, left, right
    case confirm
    case back
    /// The entry of a list at this index.
    case choose(Int)
    /// A figure key, 1 to 9, which chooses the entry of a menu with that number.
    case figure(Int)
    case tournament
    case board
    case resume
    /// Begin a new round although one is saved.
    case startAnew
    /// Save a picture of the result or the podium as a file.
    case saveImage
    case pause
    case settings
    case developer
    /// Show or hide the help of the screen.
    case help
    /// Begin the round of the day, which is the same for everyone.
    case daily
    /// Leave. In mid-round the key must be held.
    case leave
    case type(Character)
    case paste(String)
    /// Delete the last character of a field.
    case erase
}

/// The meaning of keys on the screens that all games share.
package enum ShellKeys {
    /// Returns the action of a key, nil if it has none. Movement and typing repeat while a key is held; any other
    /// action happens once. `isTyping` says that characters go into a text field.
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
        case .tab: modifiers.contains(.shift) ? .up : .down
        case .down: .down
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
        // A game may use the small letter itself.
        case "d", "D": .developer
        case "?": .help
        case "y": .daily
        case "t": .tournament
        case "l": .board
        case "i": .saveImage
        case "n": .startAnew
        case "r": .resume
        case "1"..."9": character.wholeNumberValue.map { .figure($0) }
        default: nil
        }
    }
}

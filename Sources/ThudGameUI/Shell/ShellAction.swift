import ThudTerminal

/// The actions that a player asks for, by a key or by the mouse.
package enum ShellAction: Hashable, Sendable {
    /// A direction: through a list, or of the head.
    case up, down, left, right
    /// The primary action of a screen.
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
    /// The developer's line.
    case developer
    /// The gloss of the words.
    case gloss
    /// Leave; in mid-round it has to be held.
    case leave
    /// A character typed into a field.
    case type(Character)
    /// A line pasted into a field.
    case paste(String)
    /// Takes the last character of a field away.
    case erase
}

/// The meaning of the keys on the screens of every game.
package enum ShellKeys {
    /// The action of a key; nil where it has none.
    ///
    /// - Parameter isTyping: whether characters go into a field.
    package static func action(of event: KeyEvent, isTyping: Bool) -> ShellAction? {
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

import ThudInput
import ThudPatternView
import ThudPatterns

/// What a key of `thud edit` asks for.
enum EditKey: Hashable {
    case change(EditCursor.Change)
    /// Chooses the next item (1) or the one before (-1).
    case choose(Int)
    /// Moves the cursor by a column of the screen.
    case wander(Int)
    /// Moves the cursor to an onset of the sound.
    case onset(Int)
    case mark, letGo
    case undo, redo, save, leave
    case play, loop, explain

    /// Finds what a key means; nil if it means nothing to an editor.
    init?(_ event: KeyEvent) {
        switch event.key {
        case .right: self = .change(Self.move(1, event.modifiers))
        case .left: self = .change(Self.move(-1, event.modifiers))
        case .up: self = .change(.level(1))
        case .down: self = .change(.level(-1))
        case .tab: self = .choose(event.modifiers.contains(.shift) ? -1 : 1)
        case .delete, .backspace: self = .change(.delete)
        case .enter: self = .play
        case .escape: self = .letGo
        case .character(let character) where event.modifiers.isEmpty:
            guard let meaning = Self.characters[character] else { return nil }
            self = meaning
        default: return nil
        }
    }

    private static func move(_ direction: Int, _ modifiers: Modifiers) -> EditCursor.Change {
        if modifiers.contains(.control) { return .snap(direction) }
        return .move(Double(direction) * (modifiers.contains(.shift) ? 0.01 : 0.001))
    }

    private static let characters: [Character: EditKey] = [
        "]": .change(.sharpness(1)), "[": .change(.sharpness(-1)),
        "+": .change(.length(1)), "=": .change(.length(1)), "-": .change(.length(-1)),
        "a": .change(.add(.tap)), "v": .change(.add(.vibration)),
        "c": .change(.add(.intensity)), "C": .change(.add(.sharpness)),
        "x": .change(.delete), "d": .change(.duplicate),
        ".": .wander(1), ",": .wander(-1), "n": .onset(1), "p": .onset(-1), "m": .mark,
        "z": .undo, "Z": .redo, "s": .save, "q": .leave,
        " ": .play, "l": .loop, "?": .explain,
    ]

    /// The keys of the last row, as many as fit.
    static let legend = [
        KeyWord("space", "play"), KeyWord("q", "leave"), KeyWord("?", "keys"), KeyWord("tab", "next"),
        KeyWord("←→", "time"), KeyWord("↑↓", "intensity"), KeyWord("[]", "sharpness"), KeyWord("a", "tap"),
        KeyWord("v", "vibration"), KeyWord("c", "point"), KeyWord("x", "delete"), KeyWord("z", "undo"),
        KeyWord("s", "save"),
    ]

    static let explained = [
        KeyWord("tab", "next; shift-tab: before"),
        KeyWord("← →", "1 ms; shift 10; ctrl onset"),
        KeyWord("↑ ↓", "intensity, volume or value"),
        KeyWord("[ ]", "sharpness"),
        KeyWord("- +", "length of a vibration"),
        KeyWord("a", "add a tap"),
        KeyWord("v", "add a vibration"),
        KeyWord("c C", "intensity, sharpness point"),
        KeyWord("x", "delete"),
        KeyWord("d", "duplicate"),
        KeyWord("m", "begin, end, remove a range"),
        KeyWord(", .", "move the cursor alone"),
        KeyWord("n p", "next, previous onset"),
        KeyWord("esc", "let go, or save and leave"),
        KeyWord("z Z", "undo, redo"),
        KeyWord("space", "play or stop"),
        KeyWord("l", "play in a loop"),
        KeyWord("r", "heard, drive or felt"),
        KeyWord("s", "save"),
        KeyWord("q", "save and leave"),
        KeyWord("?", "back to the pattern"),
    ]
}

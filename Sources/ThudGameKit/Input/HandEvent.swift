import ThudInput

/// What a hand did at the mouse or at the keys, before anyone knows what it amounts to. A script has it as
/// `SECONDS down|move|up|wheel X Y` and `SECONDS key+|key*|key- NAME`; `InputScript<HandEvent>` reads it.
package enum HandEvent: Hashable, Sendable, Codable {
    case pointer(PointerEvent)
    case key(KeyEvent)
    /// Whatever is held counts as let go, and nothing comes of it: the terminal has lost the focus, or the game stands still.
    case letGo
}

extension HandEvent: ScriptCommand {
    /// No screen is larger than this, in points.
    private static let farthest = 1e6

    /// Two numbers behind what the pointer does. The left button is the finger; the right one drags towards the middle to pinch.
    package static let pointerWords = [
        at("down", .down, .left), at("move", .move, .left), at("up", .up, .left), at("right-down", .down, .right),
        at("right-move", .move, .right), at("right-up", .up, .right), at("wheel", .wheel, .none),
        at("wheel-away", .wheelAway, .none),
    ]
    package static let keyWords = KeyEvent.Kind.allCases.map { kind in
        ScriptWord(kind.rawValue, 1) { Key(name: $0[0]).map { HandEvent.key(KeyEvent($0, kind)) } }
    }
    package static let letGoWord = ScriptWord("let-go", HandEvent.letGo)

    package static let vocabulary = pointerWords + keyWords + [letGoWord]

    private static func at(
        _ word: String, _ kind: PointerEvent.Kind, _ button: PointerEvent.Button
    ) -> ScriptWord<HandEvent> {
        ScriptWord(word, 2) { arguments in
            let numbers = arguments.compactMap(Double.init).filter { $0.magnitude <= farthest }
            guard numbers.count == 2 else { return nil }
            return .pointer(PointerEvent(kind, button, at: Point(x: numbers[0], y: numbers[1])))
        }
    }
}

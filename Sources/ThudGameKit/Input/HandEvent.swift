import ThudInput

/// A raw action of a hand at the mouse or the keys, before recognition. In a script it is written as `SECONDS
/// down|move|up|wheel X Y` or `SECONDS key+|key*|key- NAME`, which `InputScript<HandEvent>` reads.
package enum HandEvent: Hashable, Sendable, Codable {
    case pointer(PointerEvent)
    case key(KeyEvent)
    /// Everything held counts as released without any gesture, because the terminal lost the focus or the game paused.
    case letGo
}

extension HandEvent: ScriptCommand {
    /// The largest coordinate on any screen, in points.
    private static let farthest = 1e6

    /// The pointer's words, each with two numbers. The left button is the finger. Dragging the right inwards pinches.
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

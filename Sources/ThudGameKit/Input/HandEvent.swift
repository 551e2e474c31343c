/// What a hand did at the mouse or at the keys, before anyone knows what it amounts to. A script has it as
/// `SECONDS down|move|up|wheel X Y` and `SECONDS key+|key*|key- NAME`; `InputScript<HandEvent>` reads it.
package enum HandEvent: Hashable, Sendable, Codable {
    /// Something was done with the pointer.
    case pointer(PointerEvent)
    /// Something was done with a key.
    case key(KeyStroke)
    /// Whatever is held counts as let go, and nothing comes of it: the terminal has lost the focus, or the game stands still.
    case letGo
}

extension HandEvent: ScriptCommand {
    /// No screen is larger than this, in points.
    private static let farthest = 1e6

    /// Two numbers behind what the pointer does.
    package static let pointerWords = PointerEvent.Kind.allCases.map { kind in
        ScriptWord(kind.rawValue, 2) { arguments in
            let numbers = arguments.compactMap(Double.init).filter { $0.magnitude <= farthest }
            return numbers.count == 2 ? HandEvent.pointer(.init(kind, at: Point(x: numbers[0], y: numbers[1]))) : nil
        }
    }
    /// A name behind what a key does.
    package static let keyWords = KeyStroke.Kind.allCases.map { kind in
        ScriptWord(kind.rawValue, 1) { HandEvent.key(KeyStroke(KeyName(rawValue: $0[0]), kind)) }
    }
    package static let letGoWord = ScriptWord("let-go", HandEvent.letGo)

    package static let vocabulary = pointerWords + keyWords + [letGoWord]
}

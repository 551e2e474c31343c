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

extension HandEvent: ScriptWord {
    private static let letGoWord = "let-go"
    /// No screen is larger than this, in points.
    private static let farthest = 1e6

    /// Every word of a line.
    package static var words: [String] {
        PointerEvent.Kind.allCases.map(\.rawValue) + KeyStroke.Kind.allCases.map(\.rawValue) + [
            letGoWord
        ]
    }

    /// Two numbers behind what the pointer does, a name behind what a key does.
    package static func argumentCount(of word: String) -> Int {
        if PointerEvent.Kind(rawValue: word) != nil { return 2 }
        return KeyStroke.Kind(rawValue: word) != nil ? 1 : 0
    }

    /// What a line says; nil where it says nothing.
    package init?(word: String, arguments: [String]) {
        guard arguments.count == Self.argumentCount(of: word) else { return nil }
        if let kind = PointerEvent.Kind(rawValue: word) {
            let numbers = arguments.compactMap(Double.init).filter { $0.magnitude <= Self.farthest }
            guard numbers.count == 2 else { return nil }
            self = .pointer(PointerEvent(kind, at: Point(x: numbers[0], y: numbers[1])))
        } else if let kind = KeyStroke.Kind(rawValue: word) {
            self = .key(KeyStroke(KeyName(rawValue: arguments[0]), kind))
        } else if word == Self.letGoWord {
            self = .letGo
        } else {
            return nil
        }
    }

    /// The line of a script.
    package var line: String {
        switch self {
        case .pointer(let event): "\(event.kind.rawValue) \(event.point.x) \(event.point.y)"
        case .key(let stroke): stroke.line
        case .letGo: Self.letGoWord
        }
    }
}

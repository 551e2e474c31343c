import ThudInput

/// What a hand did at the mouse or at the keys, before anyone knows what it amounts to. A script has it as
/// `SECONDS down|move|up|wheel X Y` and `SECONDS key+|key*|key- NAME`; `InputScript<HandEvent>` reads it.
package enum HandEvent: Hashable, Sendable, Codable {
    /// Something was done with the pointer.
    case pointer(PointerEvent)
    /// Something was done with a key.
    case key(KeyEvent)
    /// Whatever is held counts as let go, and nothing comes of it: the terminal has lost the focus, or the game stands still.
    case letGo
}

extension HandEvent: ScriptWord {
    private typealias PointerWord = (word: String, kind: PointerEvent.Kind, button: PointerEvent.Button)

    private static let letGoWord = "let-go"
    /// The left button is the finger; the right one drags towards the middle to pinch.
    private static let pointer: [PointerWord] = [
        ("down", .down, .left), ("move", .move, .left), ("up", .up, .left), ("right-down", .down, .right),
        ("right-move", .move, .right), ("right-up", .up, .right), ("wheel", .wheel, .none),
        ("wheel-away", .wheelAway, .none),
    ]
    /// No screen is larger than this, in points.
    private static let farthest = 1e6

    /// The words for what the pointer does.
    package static let pointerWords = pointer.map(\.word)
    /// The words for what a key does.
    package static let keyWords = KeyEvent.Kind.allCases.map(\.rawValue)
    /// Every word of a line.
    package static let words = pointerWords + keyWords + [letGoWord]

    /// Two numbers behind what the pointer does, a name behind what a key does.
    package static func argumentCount(of word: String) -> Int {
        if pointerWords.contains(word) { return 2 }
        return keyWords.contains(word) ? 1 : 0
    }

    /// What a line says; nil where it says nothing.
    package init?(word: String, arguments: [String]) {
        guard arguments.count == Self.argumentCount(of: word) else { return nil }
        if let named = Self.pointer.first(where: { $0.word == word }) {
            let numbers = arguments.compactMap(Double.init).filter { $0.magnitude <= Self.farthest }
            guard numbers.count == 2 else { return nil }
            self = .pointer(PointerEvent(named.kind, named.button, at: Point(x: numbers[0], y: numbers[1])))
        } else if let kind = KeyEvent.Kind(rawValue: word), let key = Key(name: arguments[0]) {
            self = .key(KeyEvent(key, kind))
        } else if word == Self.letGoWord {
            self = .letGo
        } else {
            return nil
        }
    }

    /// The line of a script.
    package var line: String {
        switch self {
        case .pointer(let event): "\(Self.word(for: event)) \(event.point.x) \(event.point.y)"
        case .key(let event): "\(event.kind.rawValue) \(event.key.name)"
        case .letGo: Self.letGoWord
        }
    }

    private static func word(for event: PointerEvent) -> String {
        pointer.first { $0.kind == event.kind && $0.button == event.button }?.word ?? ""
    }
}

import ThudGameKit

/// What can be asked for in Aria's Magic by a key, by a line of a script, or by a simulated player. A place on the stage is two
/// numbers from 0 to 1: from left to right, and from the back to the front.
package enum MagicAction: Hashable, Sendable {
    /// Something that means just that.
    case event(MagicEvent)
    /// The face does something for a moment.
    case express(FaceGesture)
    /// The pointer, in points of ``MagicPlayerModel/surface``, which is the stage.
    case hand(HandEvent)
}

extension MagicAction: ScriptWord {
    /// A word with what it means, where it takes nothing.
    private static let plain: [(word: String, action: MagicAction)] =
        CharacterAction.allCases.map { ($0.rawValue, .event(.action($0))) }
        + StageEffect.allCases.map { ($0.rawValue, .event(.effect($0))) }
        + FaceGesture.allCases.map { ($0.rawValue, .express($0)) }
        + [
            ("bring", .event(.bring)), ("drop", .event(.drop)), ("next", .event(.next)),
            ("scroll-left", .event(.scroll(-1))), ("scroll-right", .event(.scroll(1))),
            ("nudge-left", .event(.nudge(dx: -step, dy: 0))), ("nudge-right", .event(.nudge(dx: step, dy: 0))),
            ("nudge-back", .event(.nudge(dx: 0, dy: -2 * step))), ("nudge-front", .event(.nudge(dx: 0, dy: 2 * step))),
            ("remove", .event(.remove(nil))), ("friend", .event(.friend)), ("farewell", .event(.farewell)),
            ("help", .event(.panel(.help(0)))), ("options", .event(.panel(.settings(0)))),
            ("close", .event(.panel(nil))), ("turn-back", .event(.turn(-1))), ("turn-on", .event(.turn(1))),
            ("choose", .event(.choose)), ("dismiss", .event(.dismissForGood)),
            ("ask-good-night", .event(.askGoodNight)), ("good-night", .event(.goodNight)),
        ]

    /// How far a key moves a character, in widths of the stage.
    private static let step = 0.05

    /// Words with a place behind them.
    private static let placed: [(word: String, event: @Sendable (Spot) -> MagicEvent)] = [
        ("tap", { .tap($0) }), ("double-tap", { .doubleTap($0) }), ("long-press", { .longPress($0) }),
        ("grab", { .grab($0) }), ("drag", { .drag($0) }), ("remove-at", { .remove($0) }),
    ]

    private static let (pick, pinch, row, face, set) = ("pick", "pinch", "row", "face", "set")
    private static let pointer = HandEvent.pointerWords + [HandEvent.letGo.line]

    /// Every word of a script, in the order in which they are listed.
    package static var words: [String] {
        plain.map(\.word) + placed.map(\.word) + [pick, pinch, row, face, set] + pointer
    }

    /// Two numbers behind a place, a name or a number behind others, nothing behind most.
    package static func argumentCount(of word: String) -> Int {
        if pointer.contains(word) { return HandEvent.argumentCount(of: word) }
        if [pick, pinch, row].contains(word) { return 1 }
        return word == face || word == set || placed.contains { $0.word == word } ? 2 : 0
    }

    /// What a line means; nil where it means nothing.
    package init?(word: String, arguments: [String]) {
        guard Self.words.contains(word), arguments.count == Self.argumentCount(of: word) else { return nil }
        if let action = Self.plain.first(where: { $0.word == word })?.action {
            self = action
        } else if let event = Self.placed.first(where: { $0.word == word })?.event {
            let numbers = arguments.compactMap(Self.share)
            guard numbers.count == 2 else { return nil }
            self = .event(event(Spot(x: numbers[0], y: numbers[1])))
        } else if Self.pointer.contains(word) {
            guard let event = HandEvent(word: word, arguments: arguments) else { return nil }
            self = .hand(event)
        } else if let event = Self.named(word, arguments) {
            self = .event(event)
        } else {
            return nil
        }
    }

    private static func named(_ word: String, _ arguments: [String]) -> MagicEvent? {
        switch word {
        case pick: return CharacterKind(rawValue: arguments[0]).map { .pick($0) }
        case pinch: return Double(arguments[0]).flatMap { $0.magnitude <= 4 ? .pinch($0, nil) : nil }
        case row: return Int(arguments[0]).map { .row($0) }
        case face:
            guard let face = FaceGesture(rawValue: arguments[0]), let strength = share(arguments[1]) else { return nil }
            return .face(face, strength)
        case set:
            guard let option = MagicOption(rawValue: arguments[0]), option.values.contains(arguments[1]) else {
                return nil
            }
            return .set(option, arguments[1])
        default: return nil
        }
    }

    private static func share(_ text: String) -> Double? { Double(text).flatMap { (0...1).contains($0) ? $0 : nil } }

    /// The line of a script.
    package var line: String {
        switch self {
        case .hand(let event): event.line
        case .express(let face): face.rawValue
        case .event(let event): Self.line(of: event)
        }
    }

    private static func line(of event: MagicEvent) -> String {
        switch event {
        case .tap(let spot), .doubleTap(let spot), .longPress(let spot), .grab(let spot), .drag(let spot),
            .remove(let spot?):
            let word = placed.first { $0.event(spot) == event }?.word ?? ""
            return "\(word) \(spot.x) \(spot.y)"
        case .pick(let kind): return "\(pick) \(kind.rawValue)"
        case .pinch(let change, _): return "\(pinch) \(change)"
        case .row(let number): return "\(row) \(number)"
        case .face(let gesture, let strength): return "\(face) \(gesture.rawValue) \(strength)"
        case .set(let option, let value): return "\(set) \(option.rawValue) \(value)"
        default: return plain.first { $0.action == .event(event) }?.word ?? ""
        }
    }
}

import ThudGameKit
import ThudInput

/// The events of a round of Kape: the head moved, a button was pressed, a call came in, time has passed.
package typealias KapeInput = RoundEvent<KapeEvent>

package enum KapeEvent: Hashable, Sendable {
    /// The head moved, or a key stood for its movement.
    case motion(TiltEvent.Kind)
    /// A key was pressed that does not count, because it came too soon after an answer.
    case tooSoon(Direction)
}

extension RoundEvent where Event == KapeEvent {
    package static func motion(_ kind: TiltEvent.Kind) -> Self { .player(.motion(kind)) }
}

/// What the player of Kape does beside pressing buttons.
package enum KapeAction: ScriptWord, CaseIterable {
    case tiltDown
    case tiltUp
    case laugh
    case jump
    /// The sensor has a fault.
    case glitch
    /// A key that stands for a tilt goes down, repeats or goes up.
    case key(KeyEvent)
    /// Real sensors were read, or ones that were written down.
    case motion(MotionSample)

    /// The keys that tilt the head.
    package static let keys = GestureKeys(
        touches: [],
        gestures: [
            .down: .tilt(.down), .character("j"): .tilt(.down), .up: .tilt(.up), .character("k"): .tilt(.up),
        ])

    /// What is done at once, by the word for it.
    private static let movements: [(word: String, action: KapeAction)] = [
        ("tilt-down", .tiltDown), ("tilt-up", .tiltUp), ("laugh", .laugh), ("jump", .jump), ("glitch", .glitch),
    ]

    /// Every action, each key in each of its ways, but the readings of sensors.
    package static let allCases =
        movements.map(\.action)
        + keys.gestures.keys.sorted { $0.name < $1.name }
        .flatMap { key in KeyEvent.Kind.allCases.map { .key(KeyEvent(key, $0)) } }

    /// Every word of a line.
    package static let words = movements.map(\.word) + HandEvent.keyWords + [MotionSample.word]

    /// A key has a name, a reading its numbers.
    package static func argumentCount(of word: String) -> Int {
        if word == MotionSample.word { return MotionSample.argumentCount }
        return HandEvent.keyWords.contains(word) ? 1 : 0
    }

    /// What a line says; nil where it says nothing.
    package init?(word: String, arguments: [String]) {
        guard arguments.count == Self.argumentCount(of: word) else { return nil }
        if HandEvent.keyWords.contains(word) {
            guard case .key(let event)? = HandEvent(word: word, arguments: arguments), Self.keys.means(event) else {
                return nil
            }
            self = .key(event)
        } else if word == MotionSample.word {
            guard let sample = MotionSample(arguments: arguments) else { return nil }
            self = .motion(sample)
        } else if let movement = Self.movements.first(where: { $0.word == word }) {
            self = movement.action
        } else {
            return nil
        }
    }

    /// The line of a script.
    package var line: String {
        switch self {
        case .key(let event): HandEvent.key(event).line
        case .motion(let sample): sample.line
        case .tiltDown, .tiltUp, .laugh, .jump, .glitch: Self.movements.first { $0.action == self }?.word ?? ""
        }
    }
}

/// The commands that a key or a line of a script can give in Kape.
package typealias KapeCommand = SessionCommand<KapeAction>

extension SessionCommand where Action == KapeAction {
    package static var tiltDown: Self { .action(.tiltDown) }
    package static var tiltUp: Self { .action(.tiltUp) }
    package static var laugh: Self { .action(.laugh) }
    package static var jump: Self { .action(.jump) }
    /// The sensor has a fault.
    package static var glitch: Self { .action(.glitch) }
}

/// The moments of Kape that give feedback.
package enum KapeCue: String, CueSet {
    /// The folder in `Sounds`.
    package static let game = "kape"

    case correct
    case pass
    /// 3, 2, 1 before the round, and again before its end.
    case tick
    case go
    /// Ten seconds left.
    case warning
    case timesUp = "times-up"
    /// The tilt of the tutorial was recognised.
    case tutorial
    case button
    /// The rank is LEGJENDË, or the podium's first place, which has the same name.
    case legend
}

/// The effects that a round of Kape asks for.
package typealias KapeEffect = RoundEffect<KapeCue>

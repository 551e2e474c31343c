public import ThudGameKit

/// The events of a round of Kape: the head moved, a button was pressed, a call came in, time has passed.
public typealias KapeInput = RoundEvent<KapeEvent>

/// What the body finds.
public enum KapeEvent: Hashable, Sendable {
    /// The head moved, or a key stood for its movement.
    case motion(TiltEvent.Kind)
    /// A key was pressed that does not count, because it came too soon after an answer.
    case tooSoon(Direction)
}

extension RoundEvent where Event == KapeEvent {
    /// The head moved.
    public static func motion(_ kind: TiltEvent.Kind) -> Self { .body(.motion(kind)) }
}

/// What the player of Kape does beside pressing buttons.
public enum KapeDeed: ScriptWord, CaseIterable {
    /// The head nods.
    case tiltDown
    /// The head tilts back.
    case tiltUp
    /// The player laughs.
    case laugh
    /// The player jumps.
    case jump
    /// The sensor has a fault.
    case glitch
    /// A key that stands for a tilt goes down, repeats or goes up.
    case key(KeyStroke)
    /// Real sensors were read, or ones that were written down.
    case motion(MotionSample)

    /// The keys that tilt the head.
    public static let keys = GestureKeys(
        touches: [],
        gestures: [
            .down: .tilt(.down), KeyName("j"): .tilt(.down), .up: .tilt(.up), KeyName("k"): .tilt(.up),
        ])

    /// What is done at once, by the word for it.
    private static let movements: [(word: String, deed: KapeDeed)] = [
        ("tilt-down", .tiltDown), ("tilt-up", .tiltUp), ("laugh", .laugh), ("jump", .jump), ("glitch", .glitch),
    ]

    /// Every deed, each key in each of its ways, but the readings of sensors.
    public static let allCases =
        movements.map(\.deed)
        + keys.gestures.keys.sorted { $0.rawValue < $1.rawValue }
        .flatMap { key in KeyStroke.Kind.allCases.map { .key(KeyStroke(key, $0)) } }

    /// Every word of a line.
    public static let words =
        movements.map(\.word) + KeyStroke.Kind.allCases.map(\.rawValue) + [MotionSample.word]

    /// A key has a name, a reading its numbers.
    public static func argumentCount(of word: String) -> Int {
        if word == MotionSample.word { return MotionSample.argumentCount }
        return KeyStroke.Kind(rawValue: word) == nil ? 0 : 1
    }

    /// What a line says; nil where it says nothing.
    public init?(word: String, arguments: [String]) {
        guard arguments.count == Self.argumentCount(of: word) else { return nil }
        if let kind = KeyStroke.Kind(rawValue: word) {
            let key = KeyName(rawValue: arguments[0])
            guard Self.keys.means(key) else { return nil }
            self = .key(KeyStroke(key, kind))
        } else if word == MotionSample.word {
            guard let sample = MotionSample(arguments: arguments) else { return nil }
            self = .motion(sample)
        } else if let movement = Self.movements.first(where: { $0.word == word }) {
            self = movement.deed
        } else {
            return nil
        }
    }

    /// The line of a script.
    public var line: String {
        switch self {
        case .key(let stroke): stroke.line
        case .motion(let sample): sample.line
        case .tiltDown, .tiltUp, .laugh, .jump, .glitch: Self.movements.first { $0.deed == self }?.word ?? ""
        }
    }
}

/// The commands that a key or a line of a script can give in Kape.
public typealias KapeCommand = SessionCommand<KapeDeed>

extension SessionCommand where Deed == KapeDeed {
    /// The head nods.
    public static var tiltDown: Self { .deed(.tiltDown) }
    /// The head tilts back.
    public static var tiltUp: Self { .deed(.tiltUp) }
    /// The player laughs.
    public static var laugh: Self { .deed(.laugh) }
    /// The player jumps.
    public static var jump: Self { .deed(.jump) }
    /// The sensor has a fault.
    public static var glitch: Self { .deed(.glitch) }
}

/// The moments of Kape that give feedback.
public enum KapeCue: String, CueSet {
    /// The folder in `Sounds`.
    public static let game = "kape"

    /// A card guessed.
    case correct
    /// A card passed.
    case pass
    /// 3, 2, 1 before the round, and again before its end.
    case tick
    /// The round begins.
    case go
    /// Ten seconds left.
    case warning
    /// The round is over.
    case timesUp = "times-up"
    /// The tilt of the tutorial was recognised.
    case tutorial
    /// A button was pressed.
    case button
    /// The rank is LEGJENDË, or the podium's first place, which has the same name.
    case legend
}

/// The effects that a round of Kape asks for.
public typealias KapeEffect = RoundEffect<KapeCue>

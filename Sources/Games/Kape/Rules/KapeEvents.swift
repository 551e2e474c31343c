public import ThudGameKit

/// The events of a round of Kape: the head moved, a button was pressed, a call came in, time has passed.
public typealias KapeInput = RoundEvent<TiltEvent.Kind>

extension RoundEvent where Event == TiltEvent.Kind {
    /// The head moved.
    public static func motion(_ kind: TiltEvent.Kind) -> Self { .body(kind) }
}

/// What the player of Kape does beside pressing buttons.
public enum KapeDeed: String, ScriptWord, CaseIterable {
    /// The head nods.
    case tiltDown = "tilt-down"
    /// The head tilts back.
    case tiltUp = "tilt-up"
    /// The player laughs.
    case laugh
    /// The player jumps.
    case jump
    /// The sensor has a fault.
    case glitch
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
    /// The rank is LEGJENDË.
    case legend
}

/// The effects that a round of Kape asks for.
public typealias KapeEffect = RoundEffect<KapeCue>

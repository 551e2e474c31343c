public import ThudCore

/// The inputs of a round of Kape.
public enum KapeInput: Hashable, Sendable {
    /// The head moved.
    case motion(TiltEvent.Kind)
    /// A button was pressed.
    case press(KapeButton)
    /// Something outside took over, such as a call: pause without a sound.
    case interruption
    /// Time has passed and nothing else happened.
    case tick
}

/// The buttons of Kape.
public enum KapeButton: String, Hashable, Sendable, CaseIterable {
    /// "Gati!": the next player has the phone.
    case ready
    /// Stop the clock.
    case pause
    /// Go on.
    case resume
    /// "Hajde Prap": another round.
    case playAgain = "play-again"
    /// Leave.
    case quit
}

/// The commands that a key or a line of a script can give in Kape.
public enum KapeCommand: String, Hashable, Sendable, CaseIterable {
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
    /// The button Gati!.
    case ready
    /// The pause button.
    case pause
    /// The button to go on.
    case resume
    /// A call comes in.
    case interruption
    /// The button Hajde Prap.
    case playAgain = "play-again"
    /// The button to leave.
    case quit
}

/// The moments of Kape that give feedback.
public enum KapeCue: String, Hashable, Sendable, CaseIterable {
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

    /// The cue's name, `kape/times-up`.
    public var name: CueName { CueName(game: "kape", name: rawValue) }
}

/// The effects that a round of Kape asks for.
public enum KapeEffect: Hashable, Sendable {
    /// Give this feedback now.
    case feedback(CueName)
    /// Give this feedback at an exact instant to come.
    case schedule(CueName, at: Instant)
    /// Cancel every cue that is scheduled and has not begun.
    case cancelScheduled
    /// Show this card.
    case cardShown(String)
    /// The round is over.
    case finished(KapeResult)
}

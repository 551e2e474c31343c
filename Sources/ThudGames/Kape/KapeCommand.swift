/// What a key or a line of a script can bring about in Kape.
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

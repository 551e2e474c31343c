/// What can happen to a round of Kape.
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

public import ThudGames
public import ThudRecords

/// What the way through Kape's screens asks of the world.
public enum FlowEffect: Hashable, Sendable {
    /// Give this feedback now.
    case feedback(KapeCue)
    /// Begin a session with this deck.
    case begin(deck: String)
    /// Go on with the round that was saved.
    case resumeSaved
    /// Hand this to the session.
    case press(KapeCommand)
    /// The session is over; nothing of it is kept.
    case abandon
    /// The session ends here, and can be gone on with from what was saved of it.
    case setAside
    /// The preferences have changed.
    case preferences(Preferences)
    /// This deck shall stay unlocked.
    case unlock(deck: String)
    /// Leave the program.
    case end
}

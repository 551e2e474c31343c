public import ThudCore

/// What a round of Kape asks of the world.
public enum KapeEffect: Hashable, Sendable {
    /// Give this feedback now.
    case feedback(CueName)
    /// Give this feedback at an exact instant to come.
    case schedule(CueName, at: Instant)
    /// Whatever was scheduled and has not come shall not come.
    case cancelScheduled
    /// Show this card.
    case cardShown(String)
    /// The round is over.
    case finished(KapeResult)
}

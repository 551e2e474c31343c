public import ThudCore

/// An effect, and the instant in the game at which its cause stands: the motion sample, the key press, the end of the
/// countdown. Latency counts from here.
public struct TimedEffect<Effect: Hashable & Sendable>: Hashable, Sendable {
    /// What is to be done.
    public let effect: Effect
    /// When its cause happened.
    public let cause: Instant

    /// An effect of what happened at `cause`.
    public init(_ effect: Effect, cause: Instant) {
        self.effect = effect
        self.cause = cause
    }
}

public import ThudCore

/// What the tilt detector saw in one sample.
public struct TiltEvent: Hashable, Sendable {
    /// The kinds of event.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The phone stands upright on the forehead and has stayed there a moment.
        case placedOnForehead = "placed-on-forehead"
        /// The player nodded: correct.
        case tiltDown = "tilt-down"
        /// The player tilted the head back: pass.
        case tiltUp = "tilt-up"
        /// The head is back and the lock is over: the next tilt counts.
        case returnedToNeutral = "returned-to-neutral"
        /// The sensors read what no head does; tilts are not counted for a while.
        case inputPaused = "input-paused"
        /// The sensors have made sense for long enough again.
        case inputResumed = "input-resumed"
    }

    /// What happened.
    public var kind: Kind
    /// The instant of the sample that told.
    public var instant: Instant
    /// For a tilt: how long before `instant` the head passed the threshold, as estimated between two samples; zero for
    /// every other event.
    public var sinceCrossing: Interval

    /// An event told by the sample at `instant`.
    public init(_ kind: Kind, at instant: Instant, sinceCrossing: Interval = .zero) {
        self.kind = kind
        self.instant = instant
        self.sinceCrossing = sinceCrossing
    }
}

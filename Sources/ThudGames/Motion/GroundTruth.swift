public import ThudCore

/// What a synthetic head really did, for judging a detector.
public struct GroundTruth: Hashable, Sendable {
    /// A tilt that was meant.
    public struct Tilt: Hashable, Sendable {
        /// `tiltDown` or `tiltUp`.
        public var kind: TiltEvent.Kind
        /// When the head began to move.
        public var start: Instant
        /// When it was back at rest.
        public var end: Instant
        /// When the head, shaking and all, first stood 35 degrees from its neutral pose; nil until it has.
        public var crossing: Instant?
    }

    /// A time in which the sensors could make no sense: a fault, or the flight of a jump.
    public struct Disturbance: Hashable, Sendable {
        /// Its first instant.
        public var start: Instant
        /// Its last instant.
        public var end: Instant
    }

    /// The deliberate tilts, in order.
    public internal(set) var tilts: [Tilt] = []
    /// The disturbances, in order of their starts.
    public internal(set) var disturbances: [Disturbance] = []
}

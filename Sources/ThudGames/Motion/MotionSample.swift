public import ThudCore

/// One reading of a phone's accelerometer and gyroscope.
///
/// The axes are those of the screen in landscape, with the phone on the player's forehead and the screen towards the
/// audience: **x** to the right as the audience sees it, **y** up along the short edge, **z** out of the screen. They
/// are right-handed.
///
/// - At rest and upright `acceleration` reads (0, 1, 0): an accelerometer feels the hand that holds it up, not the
///   fall. A phone whose sensors read the fall (CoreMotion does) gives the negative of it.
/// - **Pitch** turns about x and is 0 when upright. Nodding, so that the screen faces the floor, is positive pitch and a
///   positive `rotationRate.x`, and brings z of the acceleration below 0.
public struct MotionSample: Hashable, Sendable {
    /// When the reading was taken.
    public var instant: Instant
    /// Specific force in g (1 g = 9.80665 m/s²), gravity included.
    public var acceleration: SIMD3<Double>
    /// Angular velocity in rad/s, by the right-hand rule.
    public var rotationRate: SIMD3<Double>

    /// A reading of `acceleration` in g and `rotationRate` in rad/s.
    public init(instant: Instant, acceleration: SIMD3<Double>, rotationRate: SIMD3<Double>) {
        self.instant = instant
        self.acceleration = acceleration
        self.rotationRate = rotationRate
    }
}

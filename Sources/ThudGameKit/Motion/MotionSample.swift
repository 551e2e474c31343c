import ThudCore

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
package struct MotionSample: Hashable, Sendable {
    package var instant: Instant
    /// Specific force in g (1 g = 9.80665 m/s²), gravity included.
    package var acceleration: SIMD3<Double>
    /// Angular velocity in rad/s, by the right-hand rule.
    package var rotationRate: SIMD3<Double>

    /// A reading of `acceleration` in g and `rotationRate` in rad/s.
    package init(instant: Instant, acceleration: SIMD3<Double>, rotationRate: SIMD3<Double>) {
        self.instant = instant
        self.acceleration = acceleration
        self.rotationRate = rotationRate
    }
}

/// Tells readings that a head can cause from readings that make no sense.
struct SampleValidator: Hashable, Sendable {
    /// The largest believable acceleration in g: the widest range of the accelerometers in phones (Bosch BMI270 and
    /// ST LSM6DSO data sheets: ±16 g).
    static let largestAcceleration = 16.0
    /// The largest believable rotation in rad/s: the widest range of the gyroscopes in phones (the same data sheets:
    /// ±2000 degrees a second).
    static let largestRotation = Angle.radians(2_000)
    /// The longest time between samples that is bridged: at 100 Hz nine lost in a row.
    static let longestGap = Interval.milliseconds(100)
    /// Below this pull in g the phone is falling: the player jumps.
    static let freeFall = 0.3
    /// How long a fall must last: longer than the zero that a nod's own pull can pass through.
    static let shortestFall = Interval.milliseconds(60)

    private var last: Instant?
    private var fallingSince: Instant?
    private let noticesFalls: Bool

    /// - Parameter noticesFalls: whether a fall makes no sense: a head that jumps cannot nod, but a hand can lower a phone so fast.
    init(noticesFalls: Bool = true) { self.noticesFalls = noticesFalls }

    /// The time since the previous sample, or nil when this sample, or its place in time, is absurd.
    ///
    /// The very first sample is sound and has no predecessor: the time is zero.
    mutating func step(to instant: Instant, acceleration: Double, rotation: Double) -> Interval? {
        let previous = last
        last = instant
        // Not-a-number fails every comparison, so each is put such that failing it means absurd.
        guard acceleration <= Self.largestAcceleration, rotation <= Self.largestRotation else {
            fallingSince = nil
            return nil
        }
        let falls = noticesFalls && falling(at: instant, acceleration: acceleration)
        guard let previous else { return .zero }
        let (gap, overflow) = instant.nanoseconds.subtractingReportingOverflow(previous.nanoseconds)
        guard !overflow, gap > 0, gap <= Self.longestGap.nanoseconds, !falls else { return nil }
        return Interval(nanoseconds: gap)
    }

    private mutating func falling(at instant: Instant, acceleration: Double) -> Bool {
        guard acceleration < Self.freeFall else {
            fallingSince = nil
            return false
        }
        guard let since = fallingSince, since <= instant else {
            fallingSince = instant
            return false
        }
        return instant - since >= Self.shortestFall
    }
}

/// Conversions between the degrees that people write and the radians that sensors speak.
enum Angle {
    /// Radians of `degrees`.
    static func radians(_ degrees: Double) -> Double { degrees * (Double.pi / 180) }
}

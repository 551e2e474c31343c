import ThudCore

/// One reading of a phone's accelerometer and gyroscope.
///
/// The right-handed axes are those of the screen in landscape, with the phone on the player's forehead and facing the
/// audience: **x** to the right as the audience sees it, **y** up along the short edge, **z** out of the screen.
///
/// - At rest and upright `acceleration` reads (0, 1, 0): an accelerometer senses the hand that holds it up, not
///   gravity. A phone with the opposite sign convention, such as CoreMotion's, gives the negative.
/// - **Pitch** turns about x and is 0 when upright. Nodding, which turns the screen to the floor, is positive pitch
///   and a positive `rotationRate.x`, and makes z of the acceleration negative.
package struct MotionSample: Hashable, Sendable {
    package var instant: Instant
    /// Specific force in g (1 g = 9.80665 m/s²), gravity included.
    package var acceleration: SIMD3<Double>
    /// Angular velocity in rad/s, by the right-hand rule.
    package var rotationRate: SIMD3<Double>

    package init(instant: Instant, acceleration: SIMD3<Double>, rotationRate: SIMD3<Double>) {
        self.instant = instant
        self.acceleration = acceleration
        self.rotationRate = rotationRate
    }
}

/// Separates readings that a head can cause from absurd ones.
struct SampleValidator: Hashable, Sendable {
    /// The largest plausible acceleration in g: the widest range of the accelerometers in phones (Bosch BMI270 and ST
    /// LSM6DSO data sheets: ±16 g).
    static let largestAcceleration = 16.0
    /// The largest plausible rotation in rad/s: the widest range of the gyroscopes in phones (the same data sheets:
    /// ±2000 degrees a second).
    static let largestRotation = Angle.radians(2_000)
    /// The longest gap between samples that is bridged: at 100 Hz, nine lost in a row.
    static let longestGap = Interval.milliseconds(100)
    /// Below this acceleration in g the phone is in free fall: the player jumps.
    static let freeFall = 0.3
    /// The shortest fall: longer than a nod's own acceleration can cancel gravity.
    static let shortestFall = Interval.milliseconds(60)
    private var last: Instant?
    private var fallingSince: Instant?
    private let noticesFalls: Bool

    /// Treats falls as absurd if `noticesFalls`: a head that jumps cannot nod, but a hand can lower a phone that fast.
    init(noticesFalls: Bool = true) { self.noticesFalls = noticesFalls }

    /// Returns the time since the previous sample, nil if this sample or its instant is absurd. The first sample is
    /// valid and has no predecessor: the time is zero.
    mutating func step(to instant: Instant, acceleration: Double, rotation: Double) -> Interval? {
        let previous = last
        last = instant
        // NaN fails every comparison, so each one is written so that failing it means absurd.
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

/// Conversions between the degrees of people and the radians of sensors.
enum Angle {
    static func radians(_ degrees: Double) -> Double { degrees * (Double.pi / 180) }
}

/// A reading of real or recorded sensors in a script: `SECONDS motion AX AY AZ RX RY RZ`, acceleration in g and
/// rotation in rad/s. The axes are those of the device as its holder sees it: x to the right, y up, z towards the
/// holder. A device held upright and still reads `0 1 0 0 0 0`.
extension MotionSample {
    package static let scriptWord = ScriptWord("motion", "AX AY AZ RX RY RZ") { MotionSample(arguments: $0) }

    /// Reads the six numbers of a line. nil if there are not six. The instant is set later, from the line's time.
    package init?(arguments: [String]) {
        let numbers = arguments.compactMap(Double.init).filter(\.isFinite)
        guard arguments.count == 6, numbers.count == 6 else { return nil }
        self.init(
            instant: Instant(nanoseconds: 0), acceleration: SIMD3(numbers[0], numbers[1], numbers[2]),
            rotationRate: SIMD3(numbers[3], numbers[4], numbers[5]))
    }

    /// Returns the same reading, taken at `instant`.
    package func taken(at instant: Instant) -> Self {
        Self(instant: instant, acceleration: acceleration, rotationRate: rotationRate)
    }

    /// The same reading in the axes of a person who looks at the device from behind: a half turn about y.
    package var fromBehind: Self {
        let half = SIMD3(-1.0, 1, -1)
        return Self(instant: instant, acceleration: acceleration * half, rotationRate: rotationRate * half)
    }
}

/// Whether real sensors are being read at present, in place of a simulated body's.
package struct SensorPresence: Hashable, Sendable {
    /// Sensors count as gone after a silence of this length.
    static let timeout = Interval.milliseconds(500)

    /// The instant from which they count as gone unless they are read before. nil if they are already gone.
    package private(set) var silentFrom: Instant?

    package init() {}

    /// Records a reading at `instant` and returns whether the sensors have only just appeared.
    package mutating func recordReading(at instant: Instant) -> Bool {
        defer { silentFrom = instant + Self.timeout }
        return silentFrom == nil
    }

    /// Whether they have fallen silent by `instant`. If so, they count as gone from then on.
    package mutating func isLost(at instant: Instant) -> Bool {
        guard let silentFrom, silentFrom <= instant else { return false }
        self.silentFrom = nil
        return true
    }
}

import Glibc
import ThudCore

package enum PhoneMovement: Hashable, Sendable, CaseIterable {
    case shake, tiltLeft, tiltRight, raise, lower
    case rattle
    /// A lean to a side that is too small.
    case glance
    /// A lean that is large enough but too short.
    case sway
    case drift
    /// A jerk along the vertical that is too short.
    case jolt

    /// The intended gesture. nil for movements that are none.
    package var gesture: Gesture? {
        switch self {
        case .shake: .shake
        case .tiltLeft: .tilt(.left)
        case .tiltRight: .tilt(.right)
        case .raise: .raise
        case .lower: .lower
        case .rattle, .glance, .sway, .drift, .jolt: nil
        }
    }

    /// The movement that makes a gesture. nil for gestures of the finger.
    package init?(_ gesture: Gesture) {
        guard let movement = Self.allCases.first(where: { $0.gesture == gesture }) else { return nil }
        self = movement
    }
}

/// A phone in a hand, generated from a seed: the readings of its sensors, sample by sample.
///
/// Accelerometer and gyroscope follow from one trajectory, as in `SyntheticMotion`, with the same offsets and noise.
/// The hand turns the phone about its own centre. The size and speed of each movement vary by seed. The same seed,
/// movements and instants give the same samples. For the axes see `PhoneDetector`.
package struct SyntheticPhone: Sendable {
    /// How long a hand rests between two movements: long enough for the detector.
    static let rest = PhoneDetector.rest + .milliseconds(40)
    /// A hand that is busy for longer than this ignores further movements.
    static let longestWait = Interval.milliseconds(1_000)

    /// A movement under way, which affects one quantity.
    private struct Course {
        enum Quantity { case lean, lift, push }

        let quantity: Quantity
        let movement: HeadMovement
    }

    private var generator: SeededGenerator
    private var imperfection: SensorImperfection
    /// How far the screen faces up, in radians: 0 upright.
    private let recline: Double
    /// How far the phone leans to the right when it is held straight, in radians.
    private let restingLean: Double
    private var courses: [Course] = []
    /// When the hand comes to rest after all requested movements.
    package private(set) var restsFrom: Instant

    package init(seed: UInt64, start: Instant) {
        var generator = SeededGenerator(seed: seed)
        imperfection = SensorImperfection(drawing: &generator)
        recline = Angle.radians(generator.between(20, 70))
        restingLean = Angle.radians(generator.between(-6, 6))
        self.generator = generator.split()
        restsFrom = start
    }

    /// Begins a movement at `instant`, or as soon as the hand is free. A hand that is busy for long ignores it.
    package mutating func perform(_ movement: PhoneMovement, at instant: Instant) {
        guard restsFrom - instant <= Self.longestWait else { return }
        let start = max(instant, restsFrom)
        let course = course(of: movement, at: start)
        courses.append(course)
        restsFrom = course.movement.end + Self.rest
    }

    /// Returns the sensors' reading at `instant`. Call it in order.
    package mutating func sample(at instant: Instant) -> MotionSample {
        courses.removeAll { $0.movement.end < instant }
        var (lean, leanRate, lift, push) = (restingLean, 0.0, 0.0, 0.0)
        for course in courses {
            var pose = HeadPose()
            course.movement.add(to: &pose, at: instant)
            switch course.quantity {
            case .lean: (lean, leanRate) = (lean + pose.pitch, leanRate + pose.pitchRate)
            case .lift: lift += pose.pitchAcceleration / HeadPose.standardGravity
            case .push: push += pose.forward
            }
        }
        let up = (x: -sin(lean), y: cos(lean) * cos(recline), z: cos(lean) * sin(recline))
        let acceleration = SIMD3(up.x * (1 + lift) + push, up.y * (1 + lift), up.z * (1 + lift))
        // The phone leans about the horizontal axis that leads from it to its player.
        let rotation = SIMD3(0, leanRate * sin(recline), -leanRate * cos(recline))
        return MotionSample(
            instant: instant, acceleration: imperfection.accelerometer(acceleration),
            rotationRate: imperfection.gyroscope(rotation))
    }

    private mutating func course(of movement: PhoneMovement, at start: Instant) -> Course {
        switch movement {
        case .shake: shaken(generator.between(2.6, 3.6), at: start)
        case .rattle: shaken(generator.between(0.4, 1.4), at: start)
        case .tiltLeft: leaning(-generator.between(38, 55), hold: generator.between(0.32, 0.4), at: start)
        case .tiltRight: leaning(generator.between(38, 55), hold: generator.between(0.32, 0.4), at: start)
        case .glance: leaning(generator.between(5, 15) * side, hold: generator.between(0.3, 0.6), at: start)
        case .sway: leaning(generator.between(34, 50) * side, hold: generator.between(0, 0.03), at: start)
        case .raise: lifting(generator.between(0.6, 0.85), for: generator.between(0.42, 0.55), at: start)
        case .lower: lifting(-generator.between(0.6, 0.85), for: generator.between(0.42, 0.55), at: start)
        case .drift: lifting(generator.between(0.05, 0.22) * side, for: generator.between(0.6, 1.2), at: start)
        case .jolt: lifting(generator.between(0.4, 0.9) * side, for: generator.between(0.1, 0.17), at: start)
        }
    }

    private var side: Double { mutating get { generator.chance(0.5) ? 1 : -1 } }

    /// Returns a burst of shaking along the short edge with the given largest acceleration, in g.
    private mutating func shaken(_ size: Double, at start: Instant) -> Course {
        let shake = HeadShake(
            duration: generator.between(0.45, 0.6), frequency: generator.between(4, 5.5), size: 0, bounce: 0,
            push: size, phase: generator.between(0, 2 * Double.pi))
        return Course(quantity: .push, movement: HeadMovement(shake, at: start))
    }

    /// Returns a lean by an angle in degrees, held with a slight sag, and back.
    private mutating func leaning(_ degrees: Double, hold: Double, at start: Instant) -> Course {
        let angle = Angle.radians(degrees)
        let path = HeadPath(
            from: 0,
            legs: [
                .init(seconds: generator.between(0.12, 0.2), angle: angle),
                .init(seconds: hold, angle: angle * generator.between(0.97, 1.03)),
                .init(seconds: generator.between(0.15, 0.2), angle: 0),
            ])
        return Course(quantity: .lean, movement: HeadMovement(path, at: start))
    }

    /// Returns a lift up or down that takes so many seconds, with a largest acceleration in g. The largest
    /// acceleration of a minimum-jerk movement is 10/√3 of its distance, divided by the square of its duration.
    private mutating func lifting(_ peak: Double, for seconds: Double, at start: Instant) -> Course {
        let way = peak * HeadPose.standardGravity * seconds * seconds * 3.0.squareRoot() / 10
        let path = HeadPath(from: 0, legs: [.init(seconds: seconds, angle: way)])
        return Course(quantity: .lift, movement: HeadMovement(path, at: start))
    }
}

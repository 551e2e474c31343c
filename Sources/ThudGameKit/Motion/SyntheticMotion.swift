import ThudCore

/// The gestures of a synthetic head. Between them it holds as still as a real head does.
package enum HeadGesture: String, Hashable, Sendable, CaseIterable {
    case nod
    case tiltBack = "tilt-back"
    /// An unintended nod or tilt back, too small to count.
    case glance
    /// One to three seconds of laughter: 4 to 6 shakes a second of up to 20 degrees.
    case laugh
    /// A jump on the spot: the push, the flight and the landing, which whips the head.
    case jump
    /// A sensor fault: absurd values, lost samples, or a wrong clock.
    case glitch
    /// The phone is taken from the forehead into the hand, screen up.
    case lower
    /// The phone is brought from the hand to the forehead.
    case raise

    /// Whether the whole head or phone moves, so that other such gestures must wait.
    var occupiesHead: Bool { self != .laugh && self != .glitch }
}

package enum Pace: Hashable, Sendable {
    /// As people do it: a little differently each time.
    case natural
    /// As fast as people can: for a player who presses a key and expects an immediate answer.
    case brisk
}

/// A head with a phone on its forehead, generated from a seed: the readings of its sensors, sample by sample.
///
/// Everything follows from one trajectory, so accelerometer and gyroscope agree as in a real phone. Angular velocity
/// is the derivative of the pose. The accelerometer senses gravity, the neck's acceleration and the effect of turning
/// at a distance from the joint. Offset, noise and faults are added to both. The size and speed of each gesture vary
/// by seed. The same seed, gestures and instants give the same samples.
package struct SyntheticMotion: Sendable {
    /// The time between samples: 100 Hz, CoreMotion's usual rate.
    package static let sampleInterval = Interval.milliseconds(10)
    /// The pitch in radians of a phone in the hand, its screen up.
    static let loweredPitch = Angle.radians(-85)
    /// How long a head rests between two gestures.
    static let rest = Interval.milliseconds(150)
    /// How many gestures that occupy the head may wait for it or arrive at once. Further ones are ignored.
    static let mostWaiting = 1
    /// How long a brisk gesture waits at most for the end of a tilt. A player who pressed the key earlier would answer
    /// the next card unread. The detector's lock ignores a real head in the same way.
    static let eagerness = Interval.milliseconds(150)

    private struct Request: Hashable, Sendable {
        var gesture: HeadGesture
        var instant: Instant
        var pace: Pace
    }

    private let origin: Instant
    private let posture: HeadPosture
    private var imperfection: SensorImperfection
    private var generator: SeededGenerator
    private var requests: [Request] = []
    private var movements: [HeadMovement] = []
    private var hold: HeadMovement
    private var isLowered: Bool
    private var freeFrom: Instant
    /// When the last tilt is over, including the rest after it.
    private var tiltsFrom: Instant
    private var laughsUntil: Instant
    private var fault: SensorFault?
    private var openTilt: Int?
    private var last: Instant
    private var lastDeviation = 0.0
    package private(set) var truth = GroundTruth()

    /// Creates a head that moves from `start` on, with the phone in the hand (`lowered`) or on the forehead.
    package init(seed: UInt64, start: Instant, lowered: Bool = true) {
        var generator = SeededGenerator(seed: seed)
        posture = HeadPosture(drawing: &generator)
        imperfection = SensorImperfection(drawing: &generator)
        self.generator = generator.split()
        origin = start
        last = start
        freeFrom = start
        tiltsFrom = start
        laughsUntil = start
        isLowered = lowered
        hold = HeadMovement(HeadPath(from: lowered ? Self.loweredPitch : 0, legs: []), at: start)
    }

    /// Begins `gesture` at `instant`, or, if it occupies the head and another one is under way, when that is over.
    ///
    /// A busy head queues one gesture and ignores further ones, and brisk ones long before the end of a tilt. A
    /// gesture requested for the past begins now.
    package mutating func perform(_ gesture: HeadGesture, at instant: Instant, pace: Pace = .natural) {
        let begin = max(instant, last)
        if gesture.occupiesHead {
            let waiting = requests.count {
                $0.gesture.occupiesHead && $0.instant <= begin
                    && ($0.instant < freeFrom || begin - $0.instant < Self.rest)
            }
            if waiting >= Self.mostWaiting { return }
            if pace == .brisk, tiltsFrom - begin > Self.eagerness { return }
        }
        let place = requests.firstIndex { $0.instant > begin } ?? requests.endIndex
        requests.insert(Request(gesture: gesture, instant: begin, pace: pace), at: place)
    }

    package mutating func forgetRequests() { requests.removeAll(keepingCapacity: true) }

    /// The instant from which head and phone do more than hold still. That is the last reading if they already do, and
    /// nil if nothing is requested.
    package var stirsFrom: Instant? {
        if fault != nil || !movements.isEmpty || last < hold.end { return last }
        return requests.reduce(nil) { .earlier($0, $1.gesture.occupiesHead ? max($1.instant, freeFrom) : $1.instant) }
    }

    /// Returns the sensors' reading at `instant`, nil if it is lost. Call it in order, once every `sampleInterval`.
    package mutating func sample(at instant: Instant) -> MotionSample? {
        if !requests.isEmpty { beginRequests(until: instant) }
        var pose = HeadPose()
        for movement in movements { movement.add(to: &pose, at: instant) }
        recordCrossing(deviation: pose.pitch, at: instant)
        movements.removeAll { $0.end <= instant }
        hold.add(to: &pose, at: instant)
        posture.add(to: &pose, at: (instant - origin).seconds)
        last = instant

        let sample = MotionSample(
            instant: instant, acceleration: imperfection.accelerometer(pose.acceleration),
            rotationRate: imperfection.gyroscope(pose.rotationRate))
        guard fault != nil else { return sample }
        let spoilt = fault?.spoil(sample)
        if fault?.remaining ?? 0 <= 0 { fault = nil }
        return spoilt
    }

    private mutating func beginRequests(until instant: Instant) {
        var index = 0
        while index < requests.count, requests[index].instant <= instant {
            let request = requests[index]
            let start = request.gesture.occupiesHead ? max(request.instant, freeFrom) : request.instant
            guard start <= instant else {
                index += 1
                continue
            }
            requests.remove(at: index)
            begin(request.gesture, at: start, pace: request.pace)
        }
    }

    private mutating func begin(_ gesture: HeadGesture, at start: Instant, pace: Pace) {
        switch gesture {
        case .nod: move(HeadPath.tilt(1, pace: pace, drawing: &generator), at: start, meaning: .tiltDown)
        case .tiltBack: move(HeadPath.tilt(-1, pace: pace, drawing: &generator), at: start, meaning: .tiltUp)
        case .glance: move(HeadPath.glance(drawing: &generator), at: start)
        case .laugh:
            // Only one laugh at a time.
            guard start >= laughsUntil else { return }
            let laughter = HeadMovement(HeadShake.laughter(drawing: &generator), at: start)
            movements.append(laughter)
            laughsUntil = laughter.end
        case .jump:
            let jump = HeadJump.any(drawing: &generator)
            move(jump, at: start)
            let takeoff = start + .seconds(jump.push)
            truth.disturbances.append(.init(start: takeoff, end: takeoff + .seconds(jump.flight + jump.landing)))
        case .glitch:
            let fault = SensorFault(drawing: &generator)
            self.fault = fault
            let length = Self.sampleInterval * Int64(fault.remaining + 1)
            truth.disturbances.append(.init(start: start, end: start + length))
        case .lower: carry(lowering: true, at: start)
        case .raise: carry(lowering: false, at: start)
        }
    }

    private mutating func move(_ shape: some HeadShape, at start: Instant, meaning kind: TiltEvent.Kind? = nil) {
        let movement = HeadMovement(shape, at: start)
        movements.append(movement)
        freeFrom = movement.end + Self.rest
        guard let kind else { return }
        tiltsFrom = freeFrom
        openTilt = truth.tilts.endIndex
        truth.tilts.append(.init(kind: kind, start: start, end: movement.end, crossing: nil))
    }

    private mutating func carry(lowering: Bool, at start: Instant) {
        guard lowering != isLowered else { return }
        isLowered = lowering
        let leg = HeadPath.Leg(seconds: generator.between(0.6, 1), angle: lowering ? Self.loweredPitch : 0)
        hold = HeadMovement(HeadPath(from: lowering ? 0 : Self.loweredPitch, legs: [leg]), at: start)
        freeFrom = hold.end + Self.rest
    }

    /// Records when the tilt under way crosses the threshold, interpolated linearly between two samples.
    private mutating func recordCrossing(deviation: Double, at instant: Instant) {
        let before = lastDeviation
        lastDeviation = deviation
        guard let index = openTilt else { return }
        let direction: Double = truth.tilts[index].kind == .tiltDown ? 1 : -1
        if deviation * direction > TiltDetector.threshold {
            let share = (deviation * direction - TiltDetector.threshold) / (abs(deviation - before) + 1e-12)
            truth.tilts[index].crossing = instant - .seconds(min(share, 1) * (instant - last).seconds)
            openTilt = nil
        } else if truth.tilts[index].end < instant {
            openTilt = nil
        }
    }
}

/// The movements that a synthetic head has actually made, against which a detector is judged.
package struct GroundTruth: Hashable, Sendable {
    package struct Tilt: Hashable, Sendable {
        package var kind: TiltEvent.Kind
        package var start: Instant
        package var end: Instant
        /// When the head, including any shaking, first passed 35 degrees from its neutral pose. nil until then.
        package var crossing: Instant?
    }

    /// A time in which the sensors may be absurd: a fault, or the flight of a jump.
    package struct Disturbance: Hashable, Sendable {
        package var start: Instant
        package var end: Instant
    }

    package internal(set) var tilts: [Tilt] = []
    /// The disturbances, in order of their starts.
    package internal(set) var disturbances: [Disturbance] = []
}

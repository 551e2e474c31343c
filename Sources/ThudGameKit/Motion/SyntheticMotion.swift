import ThudCore

/// The gestures of a synthetic head. Between them it holds as still as a real head does.
package enum HeadGesture: String, Hashable, Sendable, CaseIterable {
    case nod
    case tiltBack = "tilt-back"
    /// A nod or a tilt back that was not meant: too small to be one.
    case glance
    /// One to three seconds of laughter: 4 to 6 shakes a second of up to 20 degrees.
    case laugh
    /// A jump on the spot: the push, the flight and the landing, which whips the head.
    case jump
    /// A fault of the sensor: absurd values, lost samples, or a wrong clock.
    case glitch
    /// The phone is taken from the forehead into the hand, screen up.
    case lower
    /// The phone is brought from the hand to the forehead.
    case raise

    /// Whether the whole head or phone travels, so that another such gesture has to wait for it.
    var occupiesHead: Bool {
        switch self {
        case .nod, .tiltBack, .glance, .jump, .lower, .raise: true
        case .laugh, .glitch: false
        }
    }
}

/// How briskly a gesture is done.
package enum Pace: Hashable, Sendable {
    /// As people do it: each time a little differently.
    case natural
    /// As fast as people can: for a player who presses a key and expects the answer at once.
    case brisk
}

/// A head with a phone on its forehead, made of a seed: what its sensors read, sample by sample.
///
/// Everything follows from one trajectory, so accelerometer and gyroscope agree with each other as in a real phone:
/// angular velocity is the derivative of the pose, and the accelerometer feels gravity, the neck's own acceleration and
/// the pull of turning at a distance from the joint; then offset, noise and faults are added. How large and how fast
/// each gesture is differs by seed. The same seed, gestures and instants give the same samples.
package struct SyntheticMotion: Sendable {
    /// The time between samples: 100 Hz, CoreMotion's customary rate.
    package static let sampleInterval = Interval.milliseconds(10)
    /// The pitch in radians of a phone in the hand, its screen up.
    static let loweredPitch = Angle.radians(-85)
    /// How long a head rests between two gestures.
    static let rest = Interval.milliseconds(150)
    /// How many gestures that occupy the head may wait for it, or be asked for in one breath; more are not taken.
    static let patience = 1
    /// How long a brisk gesture waits for the end of a tilt at most. Whoever pressed a key earlier reads another card by
    /// then, which the gesture would answer unseen; the detector's lock is as deaf to a real head.
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
    /// When the head is over the last tilt.
    private var tiltsFrom: Instant
    private var laughsUntil: Instant
    private var fault: SensorFault?
    private var openTilt: Int?
    private var last: Instant
    private var lastDeviation = 0.0

    /// The movements that the head has really made so far.
    package private(set) var truth = GroundTruth()

    /// A head that lives from `start` on, with the phone in the hand (`lowered`) or on the forehead.
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
        hold = HeadMovement(.path(HeadPath(from: lowered ? Self.loweredPitch : 0, legs: [])), at: start)
    }

    /// Has the head begin `gesture` at `instant`, or, if it takes the whole head and another one is under way, as soon
    /// as that one is over.
    ///
    /// A head that is busy remembers one gesture to do next and ignores further ones, and brisk ones long before the end
    /// of a tilt. What is asked for the past begins now.
    package mutating func perform(_ gesture: HeadGesture, at instant: Instant, pace: Pace = .natural) {
        let begin = max(instant, last)
        if gesture.occupiesHead {
            let waiting = requests.count {
                $0.gesture.occupiesHead && $0.instant <= begin
                    && ($0.instant < freeFrom || begin - $0.instant < Self.rest)
            }
            if waiting >= Self.patience { return }
            if pace == .brisk, tiltsFrom - begin > Self.eagerness { return }
        }
        let place = requests.firstIndex { $0.instant > begin } ?? requests.endIndex
        requests.insert(Request(gesture: gesture, instant: begin, pace: pace), at: place)
    }

    /// Forgets the gestures that were asked for and have not begun.
    package mutating func forgetRequests() { requests.removeAll(keepingCapacity: true) }

    /// From when on head and phone are more than held still: the last reading where they are already, nil where nothing was asked
    /// of them.
    package var stirsFrom: Instant? {
        if fault != nil || !movements.isEmpty || last < hold.end { return last }
        return requests.reduce(nil) { .earlier($0, $1.gesture.occupiesHead ? max($1.instant, freeFrom) : $1.instant) }
    }

    /// What the sensors read at `instant`, or nil when this sample was lost.
    ///
    /// To be asked in order, once every `sampleInterval`.
    package mutating func sample(at instant: Instant) -> MotionSample? {
        if !requests.isEmpty { beginRequests(until: instant) }
        var pose = HeadPose()
        for movement in movements { movement.add(to: &pose, at: instant) }
        note(deviation: pose.pitch, at: instant)
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
        case .nod: move(.path(.tilt(1, pace: pace, drawing: &generator)), at: start, meaning: .tiltDown)
        case .tiltBack: move(.path(.tilt(-1, pace: pace, drawing: &generator)), at: start, meaning: .tiltUp)
        case .glance: move(.path(.glance(drawing: &generator)), at: start)
        case .laugh:
            // One laughs one laugh at a time.
            guard start >= laughsUntil else { return }
            let laughter = HeadMovement(.shake(.laughter(drawing: &generator)), at: start)
            movements.append(laughter)
            laughsUntil = laughter.end
        case .jump:
            let jump = HeadJump.any(drawing: &generator)
            move(.jump(jump), at: start)
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

    private mutating func move(_ shape: HeadMovement.Shape, at start: Instant, meaning kind: TiltEvent.Kind? = nil) {
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
        hold = HeadMovement(.path(HeadPath(from: lowering ? 0 : Self.loweredPitch, legs: [leg])), at: start)
        freeFrom = hold.end + Self.rest
    }

    /// Notes when the tilt under way crosses the threshold: between two samples, by a straight line.
    private mutating func note(deviation: Double, at instant: Instant) {
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

/// The movements that a synthetic head has really made, to judge a detector by.
package struct GroundTruth: Hashable, Sendable {
    /// A tilt that was meant.
    package struct Tilt: Hashable, Sendable {
        /// `tiltDown` or `tiltUp`.
        package var kind: TiltEvent.Kind
        package var start: Instant
        package var end: Instant
        /// When the head, shaking and all, first stood 35 degrees from its neutral pose; nil until it has.
        package var crossing: Instant?
    }

    /// A time in which the sensors could make no sense: a fault, or the flight of a jump.
    package struct Disturbance: Hashable, Sendable {
        package var start: Instant
        package var end: Instant
    }

    /// The deliberate tilts, in order.
    package internal(set) var tilts: [Tilt] = []
    /// The disturbances, in order of their starts.
    package internal(set) var disturbances: [Disturbance] = []
}

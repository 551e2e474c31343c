import ThudCore

/// Finds deliberate tilts of the head in a stream of motion samples.
///
/// It has no settings: the angles and times below are the game's rules, and the rest follows from them. A tilt is an
/// angle, never a jolt, so laughing and jumping do not count. `GravityEstimate` keeps the angle accurate during them.
/// The neutral pose is the one in which the phone was placed, and follows the head slowly. Taking a sample neither
/// allocates nor keeps history.
package struct TiltDetector: Hashable, Sendable {
    /// How far from neutral the head must go: 35 degrees, in radians (forehead game's UX, 2.5).
    package static let threshold = Angle.radians(35)
    /// How near to neutral it must come back before the next tilt, in radians: well below half of the threshold.
    private static let neutralBand = Angle.radians(15)
    /// How long nothing counts after a tilt (forehead game's UX, 2.5).
    package static let lock = Interval.milliseconds(500)
    /// How long nothing counts after absurd data (forehead game's UX, error recovery).
    package static let pause = Interval.milliseconds(500)
    /// The component of gravity along y, in g, above which the phone is on the forehead (forehead game's UX, 2.5).
    private static let uprightShare = 0.8
    /// How long the phone must stay there to be placed.
    private static let placementHold = Interval.milliseconds(400)
    /// How fast the neutral pose follows the head, in rad/s: 2 degrees a second. A fixed speed finds the middle of the
    /// head's poses, whatever the amplitude of the shaking.
    static let neutralSpeed = Angle.radians(2)
    /// After this time away from neutral the new pose counts as a change of posture, and neutral follows it too.
    static let longestTilt = Interval.milliseconds(3_000)
    /// The time constant with which the accelerometer corrects the gyroscope, in seconds.
    static let calmCorrection = 1.0
    /// The same while input is paused or the phone is not yet placed, to find the angle again quickly.
    static let quickCorrection = 0.1

    private enum Stance: Hashable, Sendable {
        case lowered
        case placing(since: Instant)
        case ready
        case tilted(at: Instant)
    }

    private var validator = SampleValidator()
    private var gravity = GravityEstimate()
    private var hasGravity = false
    private var stance = Stance.lowered
    private var neutral = 0.0
    private var relative = 0.0
    private var lastRate = SIMD3<Double>.zero
    private var pausedUntil: Instant?
    /// Whether the phone has been picked up since detection began to wait for it. nil if that is not required.
    private var pickUp: PickUp?

    package init() {}

    package var isPlaced: Bool {
        switch stance {
        case .lowered, .placing: false
        case .ready, .tilted: true
        }
    }

    /// Whether absurd data currently keeps tilts from counting.
    package var isPaused: Bool { pausedUntil != nil }

    /// Whether a phone held like this causes nothing more: it waits to be placed or, on the forehead, to be tilted.
    package var isSettled: Bool {
        guard !isPaused else { return false }
        return switch stance {
        case .ready: relative.magnitude < Self.neutralBand
        case .lowered: hasGravity && gravity.y < Self.uprightShare / 2
        case .placing, .tilted: false
        }
    }

    /// The present angle from neutral in radians, positive down. A screen can show it while teaching the tilt.
    package var angle: Double { relative }

    /// Forgets the placement. The next event is `placedOnForehead`, when the phone is upright again or still. If
    /// `afterPickUp`, it must first be picked up and rest again: real sensors on a table read as on the forehead.
    package mutating func awaitForehead(afterPickUp: Bool = false) {
        stance = .lowered
        pickUp = afterPickUp ? PickUp() : nil
    }

    /// Takes the next sample and returns the event it causes, if any.
    package mutating func take(_ sample: MotionSample) -> TiltEvent? {
        let now = sample.instant
        let (acceleration, rate) = (sample.acceleration, sample.rotationRate)
        let speed = rate.length
        guard let step = validator.step(to: now, acceleration: acceleration.length, rotation: speed) else {
            return pauseInput(at: now)
        }

        let seconds = step.seconds
        if hasGravity {
            // The mean of two readings is the rotation between them, to second order.
            gravity.turn((rate + lastRate) / 2, seconds: seconds)
            let slowness = isPlaced && !isPaused ? Self.calmCorrection : Self.quickCorrection
            gravity.lean(acceleration, rotation: speed, share: seconds / (slowness + seconds))
        } else {
            gravity.start(acceleration)
            hasGravity = true
        }
        lastRate = rate
        let before = relative
        relative = gravity.pitch - neutral

        if let until = pausedUntil { return now < until ? nil : resumeInput(at: now) }
        switch stance {
        case .lowered, .placing:
            let across = across(rate)
            pickUp?.take(acceleration, across: across, seconds: seconds)
            return place(at: now, seconds: seconds)
        case .ready: return watch(at: now, step: step, before: before)
        case .tilted(let since): return awaitNeutral(at: now, since: since, seconds: seconds)
        }
    }

    private mutating func pauseInput(at now: Instant) -> TiltEvent? {
        let wasPaused = isPaused
        pausedUntil = now + Self.pause
        // A clock that was set back must neither prolong the lock nor count as a long hold.
        if case .tilted(let since) = stance, since > now { stance = .tilted(at: now) }
        if case .placing = stance { stance = .lowered }
        lastRate = .zero
        return wasPaused ? nil : TiltEvent(kind: .inputPaused, instant: now)
    }

    private mutating func resumeInput(at now: Instant) -> TiltEvent {
        pausedUntil = nil
        // A tilt during the pause was not counted, so the head must go back before another one counts.
        if stance == .ready, abs(relative) > Self.threshold { stance = .tilted(at: now - Self.lock) }
        return TiltEvent(kind: .inputResumed, instant: now)
    }

    private mutating func place(at now: Instant, seconds: Double) -> TiltEvent? {
        guard gravity.y > Self.uprightShare, pickUp?.isOver != false else {
            stance = .lowered
            return nil
        }
        guard case .placing(let since) = stance else {
            stance = .placing(since: now)
            neutral = gravity.pitch
            return nil
        }
        neutral += (gravity.pitch - neutral) * seconds / (Self.quickCorrection + seconds)
        guard now - since >= Self.placementHold else { return nil }
        stance = .ready
        return TiltEvent(kind: .placedOnForehead, instant: now)
    }

    /// Returns how fast the phone turns over, in rad/s. Rotation about the vertical (looking around) is excluded.
    private func across(_ rate: SIMD3<Double>) -> Double {
        let about = gravity.along(rate)
        return max(0, rate.x * rate.x + rate.y * rate.y + rate.z * rate.z - about * about).squareRoot()
    }

    private mutating func watch(at now: Instant, step: Interval, before: Double) -> TiltEvent? {
        let angle = abs(relative)
        guard angle > Self.threshold else {
            followNeutral(step.seconds)
            return nil
        }
        stance = .tilted(at: now)
        let previous = relative < 0 ? -before : before
        let share = angle > previous ? (angle - Self.threshold) / (angle - previous) : 0
        let elapsed = Interval.seconds(step.seconds * min(max(share, 0), 1))
        return TiltEvent(kind: relative > 0 ? .tiltDown : .tiltUp, instant: now, sinceCrossing: elapsed)
    }

    private mutating func awaitNeutral(at now: Instant, since: Instant, seconds: Double) -> TiltEvent? {
        if now - since >= Self.longestTilt { followNeutral(seconds) }
        guard now - since >= Self.lock, abs(relative) < Self.neutralBand else { return nil }
        stance = .ready
        return TiltEvent(kind: .returnedToNeutral, instant: now)
    }

    private mutating func followNeutral(_ seconds: Double) {
        let most = Self.neutralSpeed * seconds
        neutral += min(max(relative, -most), most)
    }
}

package struct TiltEvent: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The phone is upright on the forehead and has stayed there for a moment.
        case placedOnForehead = "placed-on-forehead"
        case tiltDown = "tilt-down"
        case tiltUp = "tilt-up"
        /// The head is back and the lock is over: the next tilt counts.
        case returnedToNeutral = "returned-to-neutral"
        /// The sensors read what no head can do. Tilts do not count for a while.
        case inputPaused = "input-paused"
        /// The sensors have been plausible again for long enough.
        case inputResumed = "input-resumed"
    }

    package var kind: Kind
    package var instant: Instant
    /// How long before `instant` the head passed the threshold, interpolated between samples. Zero if it is no tilt.
    package var sinceCrossing = Interval.zero
}

/// Detects that a phone was picked up and is at rest again. A phone on a table reads like one held level, so that only
/// the movement distinguishes them.
struct PickUp: Hashable, Sendable {
    /// A phone that turns over faster than this is moved, in rad/s. The tremble of a still hand is a third of it.
    static let rotation = 0.5
    /// A phone is moved if its acceleration differs so much from the first, in g: it leans by 9 degrees or is pushed.
    static let change = 0.15
    /// The seconds of movement in a pick-up. A knock on the table is shorter, and an equally long rest cancels it.
    static let shortest = 0.1

    /// The first acceleration, in g.
    private var first: SIMD3<Double>?
    private var movedSeconds = 0.0
    private var isTakenUp = false
    private var isResting = false

    /// Whether the phone has been picked up and is at rest again.
    var isOver: Bool { isTakenUp && isResting }

    /// Takes the next reading, `seconds` after the last. `across` is how fast the phone turns over, in rad/s.
    mutating func take(_ acceleration: SIMD3<Double>, across: Double, seconds: Double) {
        let start = first ?? acceleration
        first = start
        let isMoved = across > Self.rotation || (acceleration - start).length > Self.change
        movedSeconds = max(0, movedSeconds + (isMoved ? seconds : -seconds))
        if movedSeconds >= Self.shortest { isTakenUp = true }
        isResting = across <= Self.rotation && abs(acceleration.length - 1) <= Self.change
    }
}

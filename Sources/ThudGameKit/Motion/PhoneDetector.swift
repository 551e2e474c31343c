import Glibc
import ThudCore

/// Finds shakes, tilts, raises and lowers of a handheld phone. Pure: the same samples give the same findings.
///
///     var detector = PhoneDetector()
///     detector.awaited = round.awaited          // before every sample
///     for finding in detector.take(sample) { … }
///
/// The axes are those of the phone as its player sees it: x to the right along the short edge, y up along the long
/// edge, z out of the screen. At rest and upright the accelerometer reads (0, 1, 0). It looks only for what is
/// awaited, one movement at a time. Of a tilt and of a lift it finds both directions, since the other one is a wrong
/// answer. After each gesture the phone must rest for a moment, so that its way back is no second gesture.
package struct PhoneDetector: Hashable, Sendable {
    /// A reading of the accelerometer above this, gravity included, is a shake, in g (Out of Pocket, motion).
    package static let shake = 2.0
    /// How far the phone leans to a side, in radians (same source).
    package static let lean = 0.44
    private static let leanHold = Interval.milliseconds(300)
    /// The acceleration along the vertical in g, up or down (same source).
    package static let lift = 0.3
    private static let liftHold = Interval.milliseconds(100)
    /// How long the phone must rest before another gesture counts.
    package static let rest = Interval.milliseconds(120)
    /// The time between samples while only a shake is awaited: 50 Hz.
    static let shakeInterval = Interval.milliseconds(20)
    /// The time between samples otherwise: 60 Hz.
    static let usualInterval = Interval(nanoseconds: 16_666_667)
    /// The time constant with which the accelerometer corrects the gyroscope, in seconds.
    static let correction = 1.0
    /// A phone is at rest below this fraction of the thresholds of a tilt and a lift.
    static let restingShare = 0.5

    /// A movement that must last for some time to be a gesture.
    private struct Candidate: Hashable, Sendable {
        var gesture: Gesture
        var since: Instant
    }

    private struct State: Hashable, Sendable {
        /// The lean to the right in radians.
        var lean = 0.0
        /// The acceleration upwards in g, without gravity.
        var lift = 0.0

        var tilt: Gesture? { abs(lean) > PhoneDetector.lean ? .tilt(lean > 0 ? .right : .left) : nil }
        var vertical: Gesture? { abs(lift) > PhoneDetector.lift ? (lift > 0 ? .raise : .lower) : nil }
        var isResting: Bool {
            abs(lean) < PhoneDetector.lean * PhoneDetector.restingShare
                && abs(lift) < PhoneDetector.lift * PhoneDetector.restingShare
        }
    }

    package var awaited: GestureSet = []
    private var validator = SampleValidator(noticesFalls: false)
    private var gravity = GravityEstimate()
    /// Whether the direction of up is known.
    private var hasGravity = false
    private var before = State()
    private var candidate: Candidate?
    /// Whether a gesture was found and the phone has not yet rested since.
    private var isSpent = false
    private var restingSince: Instant?

    package init() {}

    /// The time between sensor readings that the awaited gestures need.
    package var sampleInterval: Interval { awaited == .shake ? Self.shakeInterval : Self.usualInterval }

    /// Takes the next sample and returns what it begins, decides or drops.
    package mutating func take(_ sample: MotionSample) -> [TimedFinding] {
        let now = sample.instant
        let (acceleration, rate) = (sample.acceleration, sample.rotationRate)
        let (pull, speed) = (acceleration.length, rate.length)
        let step = validator.step(to: now, acceleration: pull, rotation: speed)
        if let step, hasGravity {
            gravity.turn(rate, seconds: step.seconds)
            gravity.lean(acceleration, rotation: speed, share: step.seconds / (Self.correction + step.seconds))
        } else {
            // After absurd data or a gap the phone may be held differently. NaN fails the comparison.
            hasGravity = false
            guard abs(pull - 1) < GravityEstimate.trustedDeviation else { return drop(at: now) }
            gravity.start(acceleration)
        }
        let state = State(lean: -asin(min(max(gravity.x, -1), 1)), lift: gravity.along(acceleration) - 1)
        defer { if candidate == nil { before = state } }
        guard hasGravity else {
            // A movement already under way belongs to an earlier prompt.
            (hasGravity, isSpent, restingSince) = (true, !state.isResting, nil)
            return drop(at: now)
        }
        guard !isSpent else {
            awaitRest(state, pull, at: now)
            return []
        }
        return judge(state, pull, at: now)
    }

    /// Forgets how the phone was held, because the sensors have fallen silent, and drops what had begun.
    package mutating func lose(at now: Instant) -> [TimedFinding] {
        hasGravity = false
        return drop(at: now)
    }

    private mutating func judge(_ state: State, _ pull: Double, at now: Instant) -> [TimedFinding] {
        if awaited.contains(.shake), pull > Self.shake { return drop(at: now) + recognize(.shake, cause: now, at: now) }
        if let candidate {
            let goesOn = candidate.gesture == state.tilt || candidate.gesture == state.vertical
            guard goesOn, isAwaited(candidate.gesture) else { return drop(at: now) }
            let hold = candidate.gesture.kind == .tilt ? Self.leanHold : Self.liftHold
            guard now - candidate.since >= hold else { return [] }
            self.candidate = nil
            return recognize(candidate.gesture, cause: candidate.since, at: now)
        }
        let begun = [(state.tilt, before.tilt), (state.vertical, before.vertical)]
            .compactMap { present, past in present == past ? nil : present }.first(where: isAwaited)
        guard let begun else { return [] }
        candidate = Candidate(gesture: begun, since: now)
        return [TimedFinding(.began, cause: now, decided: now)]
    }

    private func isAwaited(_ gesture: Gesture) -> Bool {
        !awaited.isDisjoint(with: gesture.kind == .tilt ? .tilt : [.raise, .lower])
    }

    private mutating func awaitRest(_ state: State, _ pull: Double, at now: Instant) {
        guard state.isResting, abs(pull - 1) < Self.lift else { return restingSince = nil }
        let since = restingSince ?? now
        restingSince = since
        isSpent = now - since < Self.rest
    }

    private mutating func recognize(_ gesture: Gesture, cause: Instant, at now: Instant) -> [TimedFinding] {
        (isSpent, restingSince) = (true, nil)
        return [TimedFinding(.recognized(gesture), cause: cause, decided: now)]
    }

    private mutating func drop(at now: Instant) -> [TimedFinding] {
        guard let dropped = candidate.take() else { return [] }
        return [TimedFinding(.dropped, cause: dropped.since, decided: now)]
    }
}

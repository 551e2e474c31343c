import ThudCore
import ThudGameKit
import ThudInput

/// A head with a phone on its forehead: the phone's sensors, the detector that reads them, and the keys that stand
/// for tilts. Without a person, a bot moves the head. Real sensors, if a person moves them, replace the simulated
/// ones.
package struct KapePlayerModel: PlayerModel {
    package typealias Rules = KapeState
    package typealias Action = KapeAction

    /// The delay before the phone first moves to the forehead, counted from the start or from any later cause.
    static let reach = Interval.milliseconds(200)
    /// How long the head may still move after a key: the wait for an earlier movement, and the movement itself. The
    /// key has already answered, so tilts that the detector finds in this time are ignored.
    static let following = Interval.milliseconds(900)

    /// The detector, for a screen that shows how the phone is held.
    package private(set) var detector = TiltDetector()
    private var head: SyntheticMotion
    private var keys = HeldKeyDetector()
    private var bot: KapeBot?
    private var sampleInstant: Instant
    /// Real sensors, which replace the simulated ones while they are present.
    private var sensors = SensorPresence()
    /// Key tilts before this instant do not count.
    private var lockedUntil: Instant
    /// The last time a key press was ignored because it came too soon after an answer.
    package private(set) var ignored: Instant?
    /// The end of the time in which the head still follows a key.
    private var followsUntil: Instant

    /// Creates a model whose every movement follows from `seed`.
    package init(seed: UInt64, bot: KapeBot? = nil, start: Instant) {
        self.bot = bot
        head = SyntheticMotion(seed: seed, start: start)
        sampleInstant = start
        lockedUntil = start
        followsUntil = start
    }

    /// The movements that the head has really made so far.
    package var truth: GroundTruth { head.truth }
    /// The next time to read the sensors, or to decide by the silence of a key what its last event was.
    package var nextSample: Instant? { .earlier(keys.nextDeadline, sensors.silentFrom ?? sampleInstant) }
    /// The first sample after the head moves again, if the detector expects no more findings from a motionless head.
    package var nextFinding: Instant? {
        guard detector.isSettled, sensors.silentFrom == nil else { return nextSample }
        return .earlier(keys.nextDeadline, head.stirsFrom.map { max($0, sampleInstant) })
    }

    package mutating func sense(at instant: Instant, _ round: KapeState) -> [KapeEvent] {
        let pressed = tilts(keys.advance(to: instant), at: instant, round)
        if sensors.isLost(at: instant) { (detector, sampleInstant) = (TiltDetector(), instant) }
        guard sensors.silentFrom == nil else { return pressed }
        return sampleInstant <= instant ? pressed + read(at: instant) : pressed
    }

    private mutating func read(at instant: Instant) -> [KapeEvent] {
        sampleInstant = instant + SyntheticMotion.sampleInterval
        guard let sample = head.sample(at: instant), let event = detector.take(sample), counts(event.kind, at: instant)
        else { return [] }
        return [.motion(event.kind)]
    }

    package static func action(feeling sample: MotionSample) -> KapeAction? { .motion(sample) }

    /// Takes a reading of real sensors. The player wears them with the back to the face, seen by the audience.
    private mutating func feel(_ sample: MotionSample, at instant: Instant, _ round: KapeState) -> [KapeEvent] {
        if sensors.recordReading(at: instant) {
            detector = TiltDetector()
            if round.phase == .waitingForForehead { detector.awaitForehead(afterPickUp: true) }
        }
        guard let event = detector.take(sample.fromBehind), counts(event.kind, at: instant) else { return [] }
        return [.motion(event.kind)]
    }

    package mutating func obey(
        _ action: KapeAction, by origin: ActionOrigin, at instant: Instant, _ round: KapeState
    ) -> [KapeEvent] {
        switch action {
        case .tiltDown: return tilt(.down, origin, at: instant, round)
        case .tiltUp: return tilt(.up, origin, at: instant, round)
        // A terminal has judged its keys; only those of a script have yet to be.
        case .key(let event) where event.certainty != .told: return tilts([event], at: instant, round)
        case .key(let event): return tilts(keys.take(event, at: instant), at: instant, round)
        case .motion(let sample): return feel(origin == .hand ? sample : sample.taken(at: instant), at: instant, round)
        case .laugh: head.perform(.laugh, at: instant)
        case .jump: head.perform(.jump, at: instant)
        case .glitch: head.perform(.glitch, at: instant)
        }
        return []
    }

    package mutating func follow(
        _ effects: [KapeEffect], from before: KapeState?, to after: KapeState, at instant: Instant
    ) -> [PlannedCommand<KapeAction>] {
        for case .show(let moment) in effects where moment.kind == .prompt {
            for move in bot?.answer(cardShownAt: instant) ?? [] { head.perform(move.gesture, at: move.instant) }
        }
        guard after.phase != before?.phase else { return [] }
        // A key released during the pause is not reported here.
        if after.stage == .paused { keys.letGo() }
        return enter(after.phase, at: instant)
    }

    /// Whether a finding of the detector counts. A tilt that counts also starts the lock.
    private mutating func counts(_ kind: TiltEvent.Kind, at instant: Instant) -> Bool {
        guard kind == .tiltDown || kind == .tiltUp else { return true }
        guard instant >= followsUntil else { return false }
        lockedUntil = instant + TiltDetector.lock
        return true
    }

    /// Turns each key press into a tilt, live or from a script. A held key is one press.
    private mutating func tilts(_ keys: [KeyEvent], at instant: Instant, _ round: KapeState) -> [KapeEvent] {
        keys.flatMap { key -> [KapeEvent] in
            guard key.isPress, let direction = KapeAction.tilts[key.key] else { return [] }
            return tilt(direction, .hand, pressed: key.instant, at: instant, round)
        }
    }

    /// Tilts the head. For a script that is all, and the detector finds the tilt. A key press by hand is the tilt
    /// itself, unless it is locked out. `pressed`, the instant of the press, decides this.
    private mutating func tilt(
        _ direction: Direction, _ origin: ActionOrigin, pressed: Instant? = nil, at instant: Instant, _ round: KapeState
    ) -> [KapeEvent] {
        let pressed = pressed ?? instant
        let isTooSoon = origin == .hand && pressed < lockedUntil
        if isTooSoon { ignored = instant }
        head.perform(direction == .down ? .nod : .tiltBack, at: instant, pace: origin == .hand ? .brisk : .natural)
        guard origin == .hand else { return [] }
        guard !isTooSoon else { return [.tooSoon(direction)] }
        // A key does not move a real head, so its sensors count again as soon as after a tilt that they detected.
        followsUntil = instant + (sensors.silentFrom == nil ? Self.following : TiltDetector.lock)
        switch round.phase {
        case .tutorial, .playing:
            lockedUntil = pressed + TiltDetector.lock
            return [.motion(direction == .down ? .tiltDown : .tiltUp)]
        case .handOver, .waitingForForehead, .countdown, .paused, .finished, .over: return []
        }
    }

    /// Moves the hands and the head in response to a new phase.
    private mutating func enter(_ phase: KapeState.Phase, at instant: Instant) -> [PlannedCommand<KapeAction>] {
        switch phase {
        case .waitingForForehead:
            // A simulated phone is already in the hand at this point, but a real one may lie on a table.
            detector.awaitForehead(afterPickUp: sensors.silentFrom != nil)
            head.forgetRequests()
            head.perform(.raise, at: instant + Self.reach)
        case .paused, .finished, .over:
            head.forgetRequests()
            head.perform(.lower, at: instant + Self.reach)
        case .tutorial: if let move = bot?.startingTilt(from: instant) { head.perform(move.gesture, at: move.instant) }
        case .handOver: if bot != nil { return [PlannedCommand(.ready, at: instant + .seconds(1))] }
        case .countdown, .playing: break
        }
        return []
    }
}

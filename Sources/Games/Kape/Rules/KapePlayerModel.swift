import ThudCore
import ThudGameKit
import ThudInput

/// A head with a phone on its forehead, the phone's sensors, the detector that reads them, the keys that stand for its tilts,
/// and the bot that moves the head where no person does. Where a person moves real sensors, they take the place of the head's.
package struct KapePlayerModel: PlayerModel {
    package typealias Rules = KapeState
    package typealias Action = KapeAction

    /// When the phone is first brought to the forehead, from the start, and how long after any later cause.
    static let reach = Interval.milliseconds(200)
    /// How long the head may still be on its way after a key: the wait for an earlier movement, and the movement itself. What the
    /// detector finds meanwhile has been answered already.
    static let following = Interval.milliseconds(900)

    /// The detector, for a screen that shows how the phone is held.
    package private(set) var detector = TiltDetector()
    private var head: SyntheticMotion
    private var keys = HeldKeyDetector()
    private var bot: KapeBot?
    private var sampleInstant: Instant
    /// Real sensors, which take the place of the head's as long as they are there.
    private var sensors = SensorPresence()
    /// Until then no other tilt counts.
    private var lockedUntil: Instant
    /// When a key was pressed last that did not count, because it came too soon after an answer.
    package private(set) var ignored: Instant?
    /// Until then the head follows a key.
    private var followsUntil: Instant

    /// A body whose every movement follows from `seed`.
    package init(seed: UInt64, bot: KapeBot? = nil, start: Instant) {
        self.bot = bot
        head = SyntheticMotion(seed: seed, start: start)
        sampleInstant = start
        lockedUntil = start
        followsUntil = start
    }

    /// The movements that the head has really made so far.
    package var truth: GroundTruth { head.truth }
    /// When the sensors have to be read next, or a key tells by its silence what it was.
    package var nextSample: Instant? { .earlier(keys.nextDeadline, sensors.silentFrom ?? sampleInstant) }
    /// The first sample after the head stirs, where the detector has nothing more to make of one that is held still.
    package var nextFinding: Instant? {
        guard detector.isSettled, sensors.silentFrom == nil else { return nextSample }
        return .earlier(keys.nextDeadline, head.stirsFrom.map { max($0, sampleInstant) })
    }
    package var hasRoundsLeft: Bool { bot.map { $0.roundsLeft > 0 } ?? false }

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

    /// Takes a reading of real sensors, which the player wears with their back to the face: seen by the audience.
    private mutating func feel(_ sample: MotionSample, at instant: Instant, _ round: KapeState) -> [KapeEvent] {
        if sensors.note(at: instant) {
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
        case .key(let event): return tilts(keys.take(event, at: instant), at: instant, round)
        case .motion(let sample):
            return feel(origin == .hand ? sample : sample.taken(at: instant), at: instant, round)
        case .laugh: head.perform(.laugh, at: instant)
        case .jump: head.perform(.jump, at: instant)
        case .glitch: head.perform(.glitch, at: instant)
        }
        return []
    }

    package mutating func begin(_ round: KapeState, at instant: Instant) -> [PlannedCommand<KapeAction>] {
        enter(round.phase, at: instant)
    }

    package mutating func follow(
        _ effects: [KapeEffect], from before: KapeState, to after: KapeState, at instant: Instant
    ) -> [PlannedCommand<KapeAction>] {
        for case .show(let moment) in effects where moment.kind == .prompt {
            for move in bot?.answer(cardShownAt: instant) ?? [] { head.perform(move.gesture, at: move.instant) }
        }
        guard after.phase != before.phase else { return [] }
        // What goes up while the round stands still is not told here.
        if after.stage == .paused { keys.letGo() }
        return enter(after.phase, at: instant)
    }

    /// Whether what the detector has found is to be answered; the lock goes on from it.
    private mutating func counts(_ kind: TiltEvent.Kind, at instant: Instant) -> Bool {
        guard kind == .tiltDown || kind == .tiltUp else { return true }
        guard instant >= followsUntil else { return false }
        lockedUntil = instant + TiltDetector.lock
        return true
    }

    /// Each press of a key is a tilt, by a person or a script, and a held key is one press.
    private mutating func tilts(_ keys: [KeyEvent], at instant: Instant, _ round: KapeState) -> [KapeEvent] {
        keys.flatMap { key -> [KapeEvent] in
            guard key.isPress, let direction = KapeAction.tilts[key.key] else { return [] }
            return tilt(direction, .hand, pressed: key.instant, at: instant, round)
        }
    }

    /// Tilts the head. Asked for by a script that is all, and the detector finds it; a key is the tilt itself where one counts,
    /// by the instant at which it was `pressed`.
    private mutating func tilt(
        _ direction: Direction, _ origin: ActionOrigin, pressed: Instant? = nil, at instant: Instant, _ round: KapeState
    ) -> [KapeEvent] {
        let pressed = pressed ?? instant
        let isTooSoon = origin == .hand && pressed < lockedUntil
        if isTooSoon { ignored = instant }
        head.perform(
            direction == .down ? .nod : .tiltBack, at: instant, pace: origin == .hand ? .brisk : .natural)
        guard origin == .hand else { return [] }
        guard !isTooSoon else { return [.tooSoon(direction)] }
        // A key does not move a real head. Its sensors count again as soon as they would after a tilt that they have found.
        followsUntil = instant + (sensors.silentFrom == nil ? Self.following : TiltDetector.lock)
        switch round.phase {
        case .tutorial, .playing:
            lockedUntil = pressed + TiltDetector.lock
            return [.motion(direction == .down ? .tiltDown : .tiltUp)]
        case .handOver, .waitingForForehead, .countdown, .paused, .finished, .over: return []
        }
    }

    /// Has hands and head answer a new phase.
    private mutating func enter(_ phase: KapeState.Phase, at instant: Instant) -> [PlannedCommand<KapeAction>] {
        switch phase {
        case .waitingForForehead:
            // A simulated phone is in the hand by now, but a real one may lie on a table.
            detector.awaitForehead(afterPickUp: sensors.silentFrom != nil)
            head.forgetRequests()
            head.perform(.raise, at: instant + Self.reach)
        case .paused, .finished, .over:
            head.forgetRequests()
            head.perform(.lower, at: instant + Self.reach)
            if case .finished = phase, let next = bot?.nextRound(after: instant) {
                return [PlannedCommand(.playAgain, at: next)]
            }
        case .tutorial:
            if let move = bot?.startingTilt(from: instant) { head.perform(move.gesture, at: move.instant) }
        case .handOver:
            if bot != nil { return [PlannedCommand(.ready, at: instant + .seconds(1))] }
        case .countdown, .playing: break
        }
        return []
    }
}

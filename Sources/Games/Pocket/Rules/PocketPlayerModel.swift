import ThudCore
import ThudGameKit

/// The actions in Out of Pocket: raw events of mouse and keys, or a whole gesture by its name.
package enum PocketAction: ScriptCommand {
    case hand(HandEvent)
    case gesture(PocketGesture)
    case begin
    case shown
    /// Reports the screen's columns and rows, and how precisely it locates the pointer.
    case surface(PointerSurface)
    /// A reading of real sensors, live or recorded.
    case motion(MotionSample)

    package static let vocabulary: [ScriptWord<Self>] =
        ScriptWord.each(PocketGesture.allCases.filter { $0 != .stroop }, Self.gesture)
        + HandEvent.vocabulary.map { $0.map { .hand($0) } }
        + [
            .init("begin", .begin), .init("shown", .shown),
            .init("surface", "COLUMNS ROWS pixels|cells|presses", surface),
            MotionSample.scriptWord.map { .motion($0) },
        ]

    /// Parses the screen's columns, rows and grain.
    private static func surface(_ arguments: [String]) -> Self? {
        guard let columns = Int(arguments[0]), let rows = Int(arguments[1]), (1...10_000).contains(columns),
            (1...10_000).contains(rows), let grain = PointerSurface.Grain(rawValue: arguments[2])
        else { return nil }
        return .surface(PointerSurface(columns: columns, rows: rows, grain: grain))
    }
}

/// A hand at mouse and keys, and the recognizer that reads it. Without a person, a bot moves the hand.
///
/// Scripts and the bot move a synthetic phone, whose sensors a detector reads. Real sensors replace the synthetic ones.
package struct PocketPlayerModel: PlayerModel {
    package typealias Rules = PocketRound
    package typealias Action = PocketAction

    package private(set) var recognizer = GestureRecognizer()
    private var bot: PocketBot?
    private var detector = PhoneDetector()
    private let seed: UInt64
    /// The synthetic phone. nil until its first movement.
    private var phone: SyntheticPhone?
    /// When to read the phone's sensors next. nil while the phone is at rest.
    private var phoneSample: Instant?
    /// Real sensors, which replace the synthetic phone's while they are present.
    private var sensors = SensorPresence()

    /// Creates a hand, which `bot` moves if it is given. Its movements of the phone follow from `seed`.
    package init(bot: PocketBot? = nil, seed: UInt64 = 0) { (self.bot, self.seed) = (bot, seed) }

    /// When the recognizer or the sensors need attention next.
    package var nextSample: Instant? { .earlier(recognizer.nextDeadline, .earlier(phoneSample, sensors.silentFrom)) }

    /// Collects what the recognizer has decided and what the detector has read.
    package mutating func sense(at instant: Instant, _ round: PocketRound) -> [PocketEvent] {
        let lost = sensors.isLost(at: instant) ? detector.lose(at: instant) : []
        return (recognizer.advance(to: instant) + lost + readPhone(at: instant)).map(PocketEvent.found)
    }

    package static func action(feeling sample: MotionSample) -> PocketAction? { .motion(sample) }

    private mutating func feel(_ sample: MotionSample, at instant: Instant) -> [TimedFinding] {
        let dropped = sensors.recordReading(at: instant) ? detector.lose(at: instant) : []
        phoneSample = nil
        return dropped + detector.take(sample)
    }

    private mutating func readPhone(at instant: Instant) -> [TimedFinding] {
        guard let due = phoneSample, due <= instant, let sample = phone?.sample(at: instant) else { return [] }
        let isMoving = phone.map { instant < $0.restsFrom } ?? false
        phoneSample = isMoving ? instant + detector.sampleInterval : nil
        return detector.take(sample)
    }

    /// Moves the phone, and reads its sensors until it rests again.
    private mutating func move(_ movement: PhoneMovement, at instant: Instant) {
        var moved = phone ?? SyntheticPhone(seed: seed, start: instant)
        moved.perform(movement, at: instant)
        phone = moved
        phoneSample = phoneSample ?? instant
    }

    package mutating func obey(
        _ action: PocketAction, by origin: ActionOrigin, at instant: Instant, _ round: PocketRound
    ) -> [PocketEvent] {
        switch action {
        case .begin: return [.started]
        case .shown: return [.shown]
        case .surface(let surface):
            recognizer.surface = surface
            return []
        case .motion(let sample):
            return feel(origin == .hand ? sample : sample.taken(at: instant), at: instant).map(PocketEvent.found)
        case .hand(let event):
            // Movements that the bot began before the round ended must not request another round.
            if bot != nil, round.stage == .finished { return [] }
            return recognizer.take(event, at: instant).map(PocketEvent.found)
        case .gesture(let gesture):
            guard let made = gesture.made else { return [] }
            if origin == .simulation, sensors.silentFrom == nil, let movement = PhoneMovement(made) {
                move(movement, at: instant)
                return []
            }
            return [.found(TimedFinding(.recognized(made), cause: instant, decided: instant))]
        }
    }

    /// Passes the awaited gestures to the recognizer, and new tasks to the bot. The first round begins automatically.
    /// Lets go of keys and buttons if the round stands still, because the model does not see their releases then.
    package mutating func follow(
        _ effects: [PocketEffect], from before: PocketRound?, to after: PocketRound, at instant: Instant
    ) -> [PlannedCommand<PocketAction>] {
        recognizer.awaited = after.awaited
        if before?.stage != after.stage, [.handOver, .paused, .finished].contains(after.stage) {
            _ = recognizer.take(.letGo, at: instant)
        }
        detector.awaited = after.awaited
        if before == nil, after.phase == .opening { return [PlannedCommand(.action(.begin), at: instant)] }
        if let before, before.phase.isSameMoment(as: after.phase) { return [] }
        return bot?.enter(after, at: instant) ?? []
    }
}

extension PocketRound.Phase {
    /// Whether there is nothing new to do, although a gesture may have begun in between.
    fileprivate func isSameMoment(as other: Self) -> Bool {
        if case .asking(let asked) = self, case .asking(let next) = other {
            return asked.shown == next.shown && asked.prompt == next.prompt
        }
        return self == other
    }
}

extension PocketGesture {
    /// The gesture that the hand makes. nil for Stroop, which has none of its own.
    package var made: Gesture? {
        switch self {
        case .swipeUp: .swipe(.up)
        case .swipeDown: .swipe(.down)
        case .swipeLeft: .swipe(.left)
        case .swipeRight: .swipe(.right)
        case .tap: .tap(at: nil)
        case .doubleTap: .doubleTap(at: nil)
        case .longPress: .longPress(at: nil)
        case .pinch: .pinch
        case .shake: .shake
        case .tiltLeft: .tilt(.left)
        case .tiltRight: .tilt(.right)
        case .raise: .raise
        case .lower: .lower
        case .stroop: nil
        }
    }
}

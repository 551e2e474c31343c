import ThudCore
import ThudGameKit
import ThudInput

/// What can be done in Out of Pocket: what a hand does at mouse and keys, or a whole gesture by its name.
package enum PocketAction: ScriptCommand {
    case hand(HandEvent)
    case gesture(PocketGesture)
    case begin
    case shown
    /// The screen has so many columns and rows, and tells places so finely.
    case surface(PointerSurface)
    /// Real sensors were read, or ones that were written down.
    case motion(MotionSample)

    package static let vocabulary: [ScriptWord<Self>] =
        ScriptWord.each(PocketGesture.allCases.filter { $0 != .stroop }, Self.gesture)
        + HandEvent.vocabulary.map { $0.map { .hand($0) } }
        + [
            .init("begin", .begin), .init("shown", .shown), .init("surface", 3, surface),
            MotionSample.scriptWord.map { .motion($0) },
        ]

    /// The screen's columns and rows, and its grain.
    private static func surface(_ arguments: [String]) -> Self? {
        guard let columns = Int(arguments[0]), let rows = Int(arguments[1]), (1...10_000).contains(columns),
            (1...10_000).contains(rows), let grain = PointerSurface.Grain(rawValue: arguments[2])
        else { return nil }
        return .surface(PointerSurface(columns: columns, rows: rows, grain: grain))
    }
}

/// A hand at mouse and keys, the recogniser that reads it, and the bot that moves it where no person does.
///
/// What scripts and the bot do with the phone moves a synthetic one, whose sensors a detector reads; real ones take their place.
package struct PocketPlayerModel: PlayerModel {
    package typealias Rules = PocketRound
    package typealias Action = PocketAction

    package private(set) var recognizer = GestureRecognizer()
    private var bot: PocketBot?
    private var detector = PhoneDetector()
    private let seed: UInt64
    /// nil until it is moved for the first time.
    private var phone: SyntheticPhone?
    /// When its sensors have to be read next; nil while it lies still in the hand.
    private var phoneSample: Instant?
    /// Real sensors, which take the place of the synthetic phone's as long as they are there.
    private var sensors = SensorPresence()

    /// A hand, of a bot where there is one; how it moves the phone follows from `seed`.
    package init(bot: PocketBot? = nil, seed: UInt64 = 0) { (self.bot, self.seed) = (bot, seed) }

    /// When the recogniser has to be asked or the sensors have to be read next.
    package var nextSample: Instant? {
        .earlier(recognizer.nextDeadline, .earlier(phoneSample, sensors.silentFrom))
    }
    package var hasRoundsLeft: Bool { bot.map { $0.roundsLeft > 0 } ?? false }

    /// The session begins: the first round does so by itself.
    package mutating func begin(_ round: PocketRound, at instant: Instant) -> [PlannedCommand<PocketAction>] {
        recognizer.awaited = round.awaited
        detector.awaited = round.awaited
        let start =
            round.phase == .opening ? [PlannedCommand(SessionCommand.action(PocketAction.begin), at: instant)] : []
        return start + (bot?.enter(round, at: instant) ?? [])
    }

    /// Asks the recogniser what is decided by now, and the detector what the sensors read.
    package mutating func sense(at instant: Instant, _ round: PocketRound) -> [PocketEvent] {
        let lost = sensors.isLost(at: instant) ? detector.lose(at: instant) : []
        return (recognizer.advance(to: instant) + lost + readPhone(at: instant)).map(PocketEvent.found)
    }

    package static func action(feeling sample: MotionSample) -> PocketAction? { .motion(sample) }

    private mutating func feel(_ sample: MotionSample, at instant: Instant) -> [TimedFinding] {
        let dropped = sensors.note(at: instant) ? detector.lose(at: instant) : []
        phoneSample = nil
        return dropped + detector.take(sample)
    }

    private mutating func readPhone(at instant: Instant) -> [TimedFinding] {
        guard let due = phoneSample, due <= instant, let sample = phone?.sample(at: instant) else { return [] }
        let isMoving = phone.map { instant < $0.restsFrom } ?? false
        phoneSample = isMoving ? instant + detector.sampleInterval : nil
        return detector.take(sample)
    }

    /// Moves the phone, whose sensors are read from now on until it rests again.
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
            // What a bot had begun when the round ended is not meant as another round.
            if bot != nil, round.stage == .finished {
                return recognizer.take(.letGo, at: instant).map(PocketEvent.found)
            }
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

    /// Tells the recogniser what is awaited, and the bot what there is to do.
    package mutating func follow(
        _ effects: [PocketEffect], from before: PocketRound, to after: PocketRound, at instant: Instant
    ) -> [PlannedCommand<PocketAction>] {
        recognizer.awaited = after.awaited
        detector.awaited = after.awaited
        return before.phase.isSameMoment(as: after.phase) ? [] : bot?.enter(after, at: instant) ?? []
    }
}

extension PocketRound.Phase {
    /// Whether nothing new is to be done, though a gesture may have begun meanwhile.
    fileprivate func isSameMoment(as other: Self) -> Bool {
        if case .asking(let asked) = self, case .asking(let next) = other {
            return asked.shown == next.shown && asked.prompt == next.prompt
        }
        return self == other
    }
}

extension PocketGesture {
    /// The gesture of the hand; Stroop is none of its own.
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

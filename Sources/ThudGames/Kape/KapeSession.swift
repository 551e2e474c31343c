public import ThudCore

/// A session of Kape: a head, its sensors, the detector, the round, and whoever plays: a bot, a script, keys.
///
/// Pure and deterministic. Everything happens in the order of its instants, so the same inputs give the same effects
/// whether `advance(to:)` is called a hundred times a second or once for the whole round. A live shell sleeps until
/// `nextDeadline` and then advances: a trigger is delivered the moment its sample is there.
public struct KapeSession: Sendable {
    /// An effect and the instant of its cause.
    public typealias Effect = TimedEffect<KapeEffect>

    private struct Command: Hashable, Sendable {
        var command: KapeCommand
        var instant: Instant
        var pace: Pace
    }

    /// When the phone is first brought to the forehead, from the start, and how long after any later cause.
    static let reach = Interval.milliseconds(200)
    /// How long the head may still be on its way after a key: the wait for an earlier movement, and the movement itself. What the
    /// detector finds meanwhile has been answered already.
    static let following = Interval.milliseconds(900)
    /// How many commands may wait for their time beside the script's; more are dropped.
    static let mostWaiting = 256 + InputScript<KapeCommand>.mostEntries

    /// The round.
    public private(set) var state: KapeState
    /// The detector, for a screen that shows how the phone is held.
    public private(set) var detector = TiltDetector()
    /// When the session began.
    public let start: Instant

    private var head: SyntheticMotion
    private var bot: KapeBot?
    private var commands: [Command]
    private var nextSample: Instant
    private var now: Instant
    /// Until then no other tilt counts.
    private var lockedUntil: Instant
    /// Until then the head follows a key.
    private var followsUntil: Instant

    /// A session that begins at `start`.
    ///
    /// - Parameters:
    ///   - seed: decides how the head moves. The order of the cards follows from `state`'s dealer.
    public init(
        state: KapeState, seed: UInt64, bot: KapeBot? = nil, script: InputScript<KapeCommand> = InputScript(),
        start: Instant
    ) {
        self.state = state
        self.bot = bot
        self.start = start
        head = SyntheticMotion(seed: seed, start: start)
        commands = script.entries.map { Command(command: $0.command, instant: start + $0.time, pace: .natural) }
        nextSample = start
        now = start
        lockedUntil = start
        followsUntil = start
        enter(state.phase, at: start)
    }

    /// A bot will ask for another round.
    public var hasRoundsLeft: Bool {
        bot.map { $0.roundsLeft > 0 } ?? false || commands.contains { $0.command == .playAgain }
    }

    /// The movements that the head has really made so far.
    public var truth: GroundTruth { head.truth }

    /// When something will happen next; nil once the player has left.
    public var nextDeadline: Instant? {
        guard state.phase != .over else { return nil }
        var next = nextSample
        if let command = commands.first { next = min(next, command.instant) }
        if let deadline = state.nextDeadline { next = min(next, deadline) }
        return next
    }

    /// Has a key act at `instant`, with the next `advance(to:)`. A key that stands for a tilt is that tilt, at its own instant;
    /// the head follows for the picture. An instant that the session has already passed counts as the present.
    public mutating func press(_ command: KapeCommand, at instant: Instant) {
        guard commands.count < Self.mostWaiting else { return }
        insert(Command(command: command, instant: max(instant, now), pace: .brisk))
    }

    /// Has the rounds to come follow other rules; nothing changes in the one that is under way.
    public mutating func adopt(_ settings: KapeSettings) { state.adopt(settings) }

    /// Lets everything happen that is due at or before `target`, in order, and tells what it asks for.
    ///
    /// - Parameter noteGesture: called with a sample's instant the moment a gesture is detected by it, before the round learns
    ///   of it: the session itself reads no clock.
    public mutating func advance(to target: Instant, noteGesture: (Instant) -> Void = { _ in }) -> [Effect] {
        var effects: [Effect] = []
        while let due = nextDeadline, due <= target {
            now = due
            if let command = commands.first, command.instant <= due {
                commands.removeFirst()
                obey(command, &effects)
            } else if nextSample <= due {
                nextSample = due + SyntheticMotion.sampleInterval
                if let sample = head.sample(at: due), let event = detector.take(sample), counts(event.kind) {
                    noteGesture(due)
                    reduce(.motion(event.kind), &effects)
                }
            } else {
                reduce(.tick, &effects)
            }
        }
        now = max(now, target)
        return effects
    }

    private mutating func reduce(_ input: KapeInput, _ effects: inout [Effect]) {
        let before = state.phase
        for effect in state.reduce(input, at: now) {
            effects.append(Effect(effect, cause: now))
            if case .cardShown = effect, let moves = bot?.answer(cardShownAt: now) {
                for move in moves { head.perform(move.gesture, at: move.instant) }
            }
        }
        if state.phase != before { enter(state.phase, at: now) }
    }

    private mutating func obey(_ command: Command, _ effects: inout [Effect]) {
        switch command.command {
        case .tiltDown: tilt(.tiltDown, .nod, command.pace, &effects)
        case .tiltUp: tilt(.tiltUp, .tiltBack, command.pace, &effects)
        case .laugh: head.perform(.laugh, at: now)
        case .jump: head.perform(.jump, at: now)
        case .glitch: head.perform(.glitch, at: now)
        case .ready: reduce(.press(.ready), &effects)
        case .pause: reduce(.press(.pause), &effects)
        case .resume: reduce(.press(.resume), &effects)
        case .interruption: reduce(.interruption, &effects)
        case .playAgain: reduce(.press(.playAgain), &effects)
        case .quit: reduce(.press(.quit), &effects)
        }
    }

    /// Whether what the detector has found is to be answered; the lock goes on from it.
    private mutating func counts(_ kind: TiltEvent.Kind) -> Bool {
        guard kind == .tiltDown || kind == .tiltUp else { return true }
        guard now >= followsUntil else { return false }
        lockedUntil = now + TiltDetector.lock
        return true
    }

    /// Tilts the head. Asked for by a script that is all, and the detector finds it; a key is the tilt itself where one counts.
    private mutating func tilt(
        _ kind: TiltEvent.Kind, _ gesture: HeadGesture, _ pace: Pace, _ effects: inout [Effect]
    ) {
        head.perform(gesture, at: now, pace: pace)
        guard pace == .brisk else { return }
        guard now >= lockedUntil else { return }
        followsUntil = now + Self.following
        switch state.phase {
        case .tutorial, .playing:
            lockedUntil = now + TiltDetector.lock
            reduce(.motion(kind), &effects)
        case .handOver, .waitingForForehead, .countdown, .paused, .finished, .over: break
        }
    }

    /// Has hands and head answer a new phase.
    private mutating func enter(_ phase: KapeState.Phase, at instant: Instant) {
        switch phase {
        case .waitingForForehead:
            detector.awaitForehead()
            head.forgetRequests()
            head.perform(.raise, at: instant + Self.reach)
        case .paused, .finished, .over:
            head.forgetRequests()
            head.perform(.lower, at: instant + Self.reach)
            askForAnother(after: phase, at: instant)
        case .tutorial:
            if let move = bot?.startingTilt(from: instant) { head.perform(move.gesture, at: move.instant) }
        case .handOver:
            if bot != nil { insert(Command(command: .ready, instant: instant + .seconds(1), pace: .natural)) }
        case .countdown, .playing: break
        }
    }

    private mutating func askForAnother(after phase: KapeState.Phase, at instant: Instant) {
        guard case .finished = phase, let next = bot?.nextRound(after: instant) else { return }
        insert(Command(command: .playAgain, instant: next, pace: .natural))
    }

    private mutating func insert(_ command: Command) {
        let place = commands.firstIndex { $0.instant > command.instant } ?? commands.endIndex
        commands.insert(command, at: place)
    }
}

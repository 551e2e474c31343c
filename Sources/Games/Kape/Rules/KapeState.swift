import ThudCore
import ThudGameKit

/// A round of Kape as a pure reducer: an input at an instant changes the state and asks for effects.
///
/// Nothing here looks at a clock. What is due at an instant happens at that instant, however late the next input comes:
/// a countdown that began at t ends at t + 3 s, and a tilt counts or not by its own instant, not by any tick.
package struct KapeState: Round {
    /// The phases of a round.
    package enum Phase: Hashable, Sendable, Codable {
        /// The phone goes to the next player, until the button Gati!.
        case handOver
        case waitingForForehead
        case tutorial
        /// 3, 2, 1; the play begins at the instant.
        case countdown(playFrom: Instant)
        /// The clock runs until the instant.
        case playing(until: Instant)
        /// The clock stands.
        case paused
        /// The round is over; another may follow.
        case finished(KapeResult)
        case over
    }

    /// A card that was answered.
    package struct Answer: Hashable, Sendable, Codable {
        package let card: String
        /// Whether it was guessed; it was passed otherwise.
        package let isGuessed: Bool
        package let instant: Instant
    }

    /// The rules of the round.
    package private(set) var settings: KapeSettings
    /// The rules of the rounds to come, where they are others.
    private var nextSettings: KapeSettings?
    package private(set) var phase: Phase
    /// The answer that was given last, for a screen on which its card leaves.
    package private(set) var lastAnswer: Answer?
    /// The cards and the score.
    package private(set) var progress: KapeProgress
    private var tutorialPending: Bool
    private var last: Instant?

    /// A round that begins, or goes on from a progress that was saved.
    package init(settings: KapeSettings, progress: KapeProgress) {
        self.settings = settings
        self.progress = progress
        self.progress.remaining = min(max(progress.remaining, .zero), settings.length)
        tutorialPending = settings.tutorial && progress.seen.isEmpty
        phase = settings.handsOver ? .handOver : .waitingForForehead
    }

    /// A new round with `dealer`'s cards.
    package init(settings: KapeSettings, dealer: CardDealer) {
        self.init(settings: settings, progress: KapeProgress(dealer: dealer, length: settings.length))
    }

    package var nextDeadline: Instant? {
        switch phase {
        case .countdown(let playFrom): playFrom
        case .playing(let end): end
        case .handOver, .waitingForForehead, .tutorial, .paused, .finished, .over: nil
        }
    }

    /// How much play is left at `now`.
    package func remaining(at now: Instant) -> Interval {
        guard case .playing(let end) = phase else { return progress.remaining }
        return max(.zero, end - now)
    }

    /// All of the round as of `now`, what is due by then included: to be saved in mid-play.
    package func snapshot(at now: Instant) -> KapeProgress {
        var state = self
        _ = state.reduce(.tick, at: now)
        var snapshot = state.progress
        snapshot.remaining = state.remaining(at: state.last ?? now)
        return snapshot
    }

    /// Takes an input that happened at `instant`, after all that was due by then; an instant before an earlier one
    /// counts as that one.
    package mutating func reduce(_ input: KapeInput, at instant: Instant) -> [KapeEffect] {
        let now = max(instant, last ?? instant)
        last = now
        var effects: [KapeEffect] = []
        while let due = nextDeadline, due <= now { passDeadline(&effects) }
        switch input {
        case .player(.motion(let kind)): moved(kind, at: now, &effects)
        case .player(.tooSoon(let direction)):
            guard case .playing = phase else { break }
            effects += [.ignored(direction == .down ? .correct : .pass), .show(.note("too soon"))]
        case .tick, .reduceMotion: break
        case .press(let button): press(button, at: now, &effects)
        case .interruption: pause(at: now, &effects)
        }
        return effects
    }

    private mutating func passDeadline(_ effects: inout [KapeEffect]) {
        switch phase {
        case .countdown(let playFrom): play(from: playFrom, &effects)
        case .playing(let end): finish(at: end, &effects)
        case .handOver, .waitingForForehead, .tutorial, .paused, .finished, .over: break
        }
    }

    // MARK: The way of a round

    private mutating func moved(_ kind: TiltEvent.Kind, at now: Instant, _ effects: inout [KapeEffect]) {
        switch kind {
        case .placedOnForehead: placed(at: now, &effects)
        case .tiltDown: tilted(down: true, at: now, &effects)
        case .tiltUp: tilted(down: false, at: now, &effects)
        case .returnedToNeutral, .inputPaused, .inputResumed: break
        }
    }

    private mutating func placed(at now: Instant, _ effects: inout [KapeEffect]) {
        guard phase == .waitingForForehead else { return }
        if tutorialPending {
            phase = .tutorial
            effects.append(.show(.note("nod to start, as for a card that was guessed")))
        } else {
            countDown(after: now, &effects)
        }
    }

    private mutating func countDown(after now: Instant, _ effects: inout [KapeEffect]) {
        let first = now + settings.countdownLead
        phase = .countdown(playFrom: first + KapeSettings.countdown)
        for step in 0..<3 as Range<Int64> {
            effects.append(.schedule(.tick, at: first + KapeSettings.countdownStep * step))
        }
        effects.append(.schedule(.go, at: first + KapeSettings.countdown))
    }

    private mutating func play(from start: Instant, _ effects: inout [KapeEffect]) {
        let end = start + progress.remaining
        phase = .playing(until: end)
        if progress.remaining > KapeSettings.warningLead {
            effects.append(.schedule(.warning, at: end - KapeSettings.warningLead))
        }
        for steps in (1...3 as ClosedRange<Int64>).reversed()
        where progress.remaining > KapeSettings.countdownStep * steps {
            effects.append(.schedule(.tick, at: end - KapeSettings.countdownStep * steps))
        }
        effects.append(.schedule(.timesUp, at: end))
        // After a pause the same card is shown again.
        if progress.card == nil { progress.deal() }
        showCard(&effects)
    }

    private mutating func tilted(down: Bool, at now: Instant, _ effects: inout [KapeEffect]) {
        switch phase {
        case .tutorial:
            guard down else { return }
            tutorialPending = false
            effects.append(.cue(.tutorial))
            countDown(after: now, &effects)
        case .playing:
            guard let card = progress.card else { return }
            effects.append(.cue(down ? .correct : .pass))
            lastAnswer = Answer(card: card, isGuessed: down, instant: now)
            if down { progress.got.append(card) } else { progress.passed.append(card) }
            effects.append(.show(.answer(down ? "right, \(progress.got.count)" : "pass")))
            progress.deal()
            showCard(&effects)
        case .handOver, .waitingForForehead, .countdown, .paused, .finished, .over: break
        }
    }

    private func showCard(_ effects: inout [KapeEffect]) {
        if let card = progress.card { effects.append(.show(.prompt(card))) }
    }

    private mutating func finish(at end: Instant, _ effects: inout [KapeEffect]) {
        let result = progress.result
        progress.remaining = .zero
        phase = .finished(result)
        effects.append(.finished(result.outcome))
        if result.rank == .legend {
            effects.append(.schedule(.legend, at: end + KapeSettings.legendDelay))
        }
    }

    // MARK: Buttons

    private mutating func press(_ button: RoundButton, at now: Instant, _ effects: inout [KapeEffect]) {
        switch (button, phase) {
        case (.ready, .handOver): phase = .waitingForForehead
        case (.pause, .waitingForForehead), (.pause, .tutorial), (.pause, .countdown), (.pause, .playing):
            pause(at: now, &effects)
        // Whoever pressed the button holds the phone in the hand: back to the forehead, 3, 2, 1, and on.
        case (.resume, .paused): phase = .waitingForForehead
        case (.playAgain, .finished):
            effects.append(.cancelScheduled)
            if let nextSettings {
                settings = nextSettings
                tutorialPending = settings.tutorial
                self.nextSettings = nil
            }
            progress = nextProgress
            phase = settings.handsOver ? .handOver : .waitingForForehead
        case (.quit, .over): return
        case (.quit, _):
            effects.append(.cancelScheduled)
            progress.remaining = remaining(at: now)
            phase = .over
        default: return
        }
        effects.append(.cue(.button))
    }

    private mutating func pause(at now: Instant, _ effects: inout [KapeEffect]) {
        switch phase {
        case .waitingForForehead, .tutorial: break
        case .countdown, .playing: effects.append(.cancelScheduled)
        case .handOver, .paused, .finished, .over: return
        }
        progress.remaining = remaining(at: now)
        phase = .paused
    }
}

extension KapeState {
    package var stage: RoundStage {
        switch phase {
        case .handOver: .handOver
        case .waitingForForehead, .tutorial: .ready
        case .countdown: .countdown
        case .playing: .playing
        case .paused: .paused
        case .finished: .finished
        case .over: .left
        }
    }

    /// Only the head can answer.
    package var awaited: GestureSet { .tilt }

    /// The round from a snapshot: the phone has to be handed over or placed on the forehead again.
    package func suspended(at now: Instant) -> KapeState {
        let settings = KapeSettings(
            length: settings.length, handsOver: settings.handsOver, countdownLead: settings.countdownLead)
        return KapeState(settings: settings, progress: phase.isOver ? nextProgress : snapshot(at: now))
    }

    /// The progress of another round with the cards that are left.
    private var nextProgress: KapeProgress { KapeProgress(dealer: progress.dealer, length: settings.length) }

    package mutating func adapt(toLead lead: Interval) { settings.countdownLead = lead }
    package mutating func adopt(_ setup: RoundSetup) { nextSettings = KapeSettings(setup) }
}

extension KapeState.Phase {
    /// The round is over, so that only another can follow.
    fileprivate var isOver: Bool {
        if case .finished = self { true } else { false }
    }
}

/// The rules that a round of Kape may vary.
package struct KapeSettings: Hashable, Sendable, Codable {
    /// The shortest and the longest round: a second and an hour.
    package static let lengths = Interval.milliseconds(1_000)...Interval.milliseconds(3_600_000)
    /// How long 3, 2, 1 takes.
    package static let countdown = Interval.milliseconds(3_000)
    /// The time between two ticks of the countdown.
    package static let countdownStep = Interval.milliseconds(1_000)
    /// How long before the end the warning comes; a round no longer than this has none.
    package static let warningLead = Interval.milliseconds(10_000)
    /// How long after time's up the fanfare of LEGJENDË comes: the alarm is heard out first.
    package static let legendDelay = Interval.milliseconds(1_000)

    /// How long a round is played; 60 s unless said otherwise.
    package let length: Interval
    /// Whether the first round begins with "tilt to start".
    package let tutorial: Bool
    /// Whether each round begins with a hand-over that only the button Gati! ends, as in a tournament.
    package let handsOver: Bool
    /// Between what starts the countdown and its first tick; 100 ms: long enough that any output with a buffer of use
    /// (dmix: 43 ms) can still put that tick on its exact frame. An output with a longer one needs more.
    package var countdownLead: Interval

    /// Rules; a length outside of `lengths` is brought to the nearest that is allowed.
    package init(
        length: Interval = .milliseconds(60_000), tutorial: Bool = false, handsOver: Bool = false,
        countdownLead: Interval = .milliseconds(100)
    ) {
        self.length = min(max(length, Self.lengths.lowerBound), Self.lengths.upperBound)
        self.tutorial = tutorial
        self.handsOver = handsOver
        self.countdownLead = countdownLead
    }
}

extension KapeSettings {
    private enum CodingKeys: String, CodingKey {
        case length, tutorial, handsOver, countdownLead
    }

    /// The rules of a round that begins with `setup`.
    package init(_ setup: RoundSetup) {
        self.init(
            length: setup.length, tutorial: setup.tutorial, handsOver: setup.handsOver, countdownLead: setup.lead)
    }

    /// Restores rules; a length that no round has becomes the nearest that one has.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            length: try values.decode(Interval.self, forKey: .length),
            tutorial: try values.decode(Bool.self, forKey: .tutorial),
            handsOver: try values.decode(Bool.self, forKey: .handsOver),
            countdownLead: try values.decode(Interval.self, forKey: .countdownLead))
    }
}

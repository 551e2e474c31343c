import ThudCore
import ThudGameKit

/// A round of Kape as a pure reducer: an input at an instant changes the state and requests effects.
///
/// The reducer reads no clock. Everything due at an instant takes effect at that instant, however late the next input
/// comes. A countdown that began at t ends at t + 3 s. Whether a tilt counts depends on its own instant, not on any
/// tick.
package struct KapeState: Round {
    package enum Phase: Hashable, Sendable, Codable {
        /// The phone goes to the next player, until the button Gati! is pressed.
        case handOver
        case waitingForForehead
        case tutorial
        /// 3, 2, 1. Play begins at `playFrom`.
        case countdown(playFrom: Instant)
        case playing(until: Instant)
        case paused
        /// The round is over, and another may follow.
        case finished(KapeResult)
        case over
    }

    package struct Answer: Hashable, Sendable, Codable {
        package let card: String
        /// Whether the card was guessed. Otherwise it was passed.
        package let isGuessed: Bool
        package let instant: Instant
    }

    package private(set) var settings: KapeSettings
    /// The rules of later rounds, if they differ.
    private var nextSettings: KapeSettings?
    package private(set) var phase: Phase
    /// The last answer, for a screen that shows its card leaving.
    private(set) var lastAnswer: Answer?
    package private(set) var progress: KapeProgress
    private var tutorialPending: Bool
    /// Whether the player has tried a tilt back in the tutorial.
    package private(set) var hasTriedPass = false
    private var last: Instant?

    /// What a saved round holds. `hasTriedPass` is not saved, because rounds of version 0.2.0 do not have it.
    private enum CodingKeys: String, CodingKey {
        case settings, nextSettings, phase, lastAnswer, progress, tutorialPending, last
    }

    /// Creates a round that begins, or that resumes from saved progress.
    package init(settings: KapeSettings, progress: KapeProgress) {
        self.settings = settings
        self.progress = progress
        self.progress.remaining = min(max(progress.remaining, .zero), settings.length)
        tutorialPending = settings.tutorial && progress.seen.isEmpty
        phase = settings.handsOver ? .handOver : .waitingForForehead
    }

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

    package func remaining(at now: Instant) -> Interval {
        guard case .playing(let end) = phase else { return progress.remaining }
        return max(.zero, end - now)
    }

    /// Returns the whole progress as of `now`, including everything due at that time, to be saved during play.
    package func snapshot(at now: Instant) -> KapeProgress {
        var state = self
        _ = state.reduce(.tick, at: now)
        var snapshot = state.progress
        snapshot.remaining = state.remaining(at: state.last ?? now)
        return snapshot
    }

    /// Applies an input at `instant`, after everything that was due at that time. An instant before the previous
    /// input counts as the instant of that input.
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

    // MARK: The course of a round

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
            effects.append(.show(.note("tilt back to pass a card; nod for a right answer, and to start")))
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
        // The card from before a pause is shown again.
        if progress.card == nil { progress.deal() }
        showCard(&effects)
    }

    private mutating func tilted(down: Bool, at now: Instant, _ effects: inout [KapeEffect]) {
        switch phase {
        case .tutorial:
            guard down else {
                hasTriedPass = true
                effects += [.cue(.pass), .show(.note("that passes a card; nod to start"))]
                return
            }
            tutorialPending = false
            effects.append(.cue(.tutorial))
            countDown(after: now, &effects)
        case .playing:
            guard let card = progress.card else { return }
            effects.append(.cue(down ? .correct : .pass))
            lastAnswer = Answer(card: card, isGuessed: down, instant: now)
            progress.answer(card, isGuessed: down)
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
        effects.append(.finished(result.outcome(length: settings.length)))
        if result.rank == .legend { effects.append(.schedule(.legend, at: end + KapeSettings.legendDelay)) }
    }

    // MARK: Buttons

    private mutating func press(_ button: RoundButton, at now: Instant, _ effects: inout [KapeEffect]) {
        switch (button, phase) {
        case (.ready, .handOver): phase = .waitingForForehead
        case (.pause, .waitingForForehead), (.pause, .tutorial), (.pause, .countdown), (.pause, .playing):
            pause(at: now, &effects)
        // The player who pressed the button holds the phone, so it returns to the forehead, and 3, 2, 1 follows.
        case (.resume, .paused): phase = .waitingForForehead
        case (.playAgain, .finished):
            effects.append(.cancelScheduled)
            if let nextSettings {
                settings = nextSettings
                (tutorialPending, hasTriedPass) = (settings.tutorial, false)
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

    /// Returns the round from a snapshot. The phone has to be handed over or placed on the forehead again.
    package func suspended(at now: Instant) -> KapeState {
        var settings = settings
        settings.tutorial = false
        return KapeState(settings: settings, progress: stage == .finished ? nextProgress : snapshot(at: now))
    }

    /// The progress of another round with the remaining cards.
    private var nextProgress: KapeProgress { KapeProgress(dealer: progress.dealer, length: settings.length) }

    package var isPossible: Bool { settings.isPossible && nextSettings?.isPossible != false && progress.isPossible }
    package mutating func adapt(toLead lead: Interval) { settings.countdownLead = lead }
    package mutating func adopt(_ setup: RoundSetup) { nextSettings = KapeSettings(setup) }
}

package struct KapeSettings: Hashable, Sendable, Codable {
    /// The shortest and the longest round: a second and an hour.
    package static let lengths = Interval.milliseconds(1_000)...Interval.milliseconds(3_600_000)
    /// The total length of the countdown 3, 2, 1.
    package static let countdown = Interval.milliseconds(3_000)
    static let countdownStep = Interval.milliseconds(1_000)
    /// How long before the end the warning comes. A round no longer than this has none.
    static let warningLead = Interval.milliseconds(10_000)
    /// The delay from time's up to the fanfare of LEGJENDË, so that the alarm finishes first.
    static let legendDelay = Interval.milliseconds(1_000)

    /// The time played in a round, 60 s by default.
    package let length: Interval
    /// Whether the first round begins with "tilt to start".
    package internal(set) var tutorial: Bool
    /// Whether each round begins with a hand-over that only the button Gati! ends, as in a tournament.
    package let handsOver: Bool
    /// The delay from the countdown's trigger to its first tick. 100 ms is enough for any output with a reasonable
    /// buffer (dmix: 43 ms) to put that tick on its exact frame. An output with a longer buffer needs more.
    package var countdownLead: Interval
    /// What cards mean, for guests. nil in a round of a version without it.
    package let glosses: [String: String]?

    /// Creates rules, and limits the length to `lengths`.
    package init(
        length: Interval = .milliseconds(60_000), tutorial: Bool = false, handsOver: Bool = false,
        countdownLead: Interval = .milliseconds(100), glosses: [String: String]? = nil
    ) {
        self.glosses = glosses
        self.length = length.clamped(to: Self.lengths)
        self.tutorial = tutorial
        self.handsOver = handsOver
        self.countdownLead = countdownLead
    }
}

extension KapeSettings {
    package init(_ setup: RoundSetup) {
        self.init(
            length: setup.length, tutorial: setup.tutorial, handsOver: setup.handsOver, countdownLead: setup.lead,
            glosses: setup.glosses)
    }

    fileprivate var isPossible: Bool { Self.lengths.contains(length) }
}

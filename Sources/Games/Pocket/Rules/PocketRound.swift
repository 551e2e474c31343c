import ThudCore
import ThudGameKit

/// A round of Out of Pocket as a pure reducer. It requests gestures and judges each by its cause: a gesture that began
/// before the deadline counts, even if it is decided later.
package struct PocketRound: Round {
    package typealias Event = PocketEvent
    package typealias Cue = PocketCue

    /// A prompt that waits for its gesture.
    package struct Asked: Hashable, Sendable, Codable {
        /// The requested prompt. nil if the player has a free choice, for the other one to repeat.
        package let prompt: PocketPrompt?
        /// When the prompt appeared on the screen.
        package internal(set) var shown: Instant
        /// The time by which a gesture has to begin. nil if there is no limit.
        package internal(set) var deadline: Instant?
        package let limit: Interval?
        /// Whether a success came just before, so that the tail of that gesture is ignored.
        let followsSuccess: Bool
        /// Whether the screen has reported that it shows the prompt.
        var isConfirmed = false
        /// The cause of a gesture that has begun but is undecided.
        var begun: Instant?
        /// When a gesture was last ignored, for a screen that shows it.
        var ignored: Instant?

        /// The last instant at which a gesture begun in time may be decided. Long presses take the longest.
        var decisionDeadline: Instant? { deadline.map { $0 + (prompt?.gesture ?? .longPress).grace } }
        /// When the prompt expires without further input.
        var end: Instant? { begun == nil ? deadline : decisionDeadline }
    }

    package enum Phase: Hashable, Sendable, Codable {
        case opening
        case handOver
        case ready(until: Instant)
        /// The steps of the sequence are shown, the first at `from`.
        case showing(from: Instant)
        case asking(Asked)
        /// A sequence is done, and the next follows at `until`.
        case between(until: Instant)
        case paused
        case finished(PocketEnding, since: Instant)
        case over
    }

    package internal(set) var settings: PocketSettings
    /// The settings of later rounds, if they differ.
    private var nextSettings: PocketSettings?
    package internal(set) var phase: Phase
    package internal(set) var progress: PocketProgress
    private var rounds: UInt64 = 0
    /// The cue scheduled in addition to the failure, and when it plays.
    var aside: Aside?
    private var last: Instant?
    /// The instant of the last right tap. A second tap within 350 ms does not count for the next prompt.
    var lastTap: Instant?

    /// A scheduled cue that remains when the failure is cancelled.
    struct Aside: Hashable, Sendable, Codable {
        var cue: PocketCue
        var instant: Instant
    }

    /// Creates a round that begins with the event `started`. A match begins with a hand-over to the first player.
    package init(settings: PocketSettings) {
        self.settings = settings
        progress = PocketProgress(settings, seed: settings.seed)
        phase = settings.mode.isMatch ? .handOver : .opening
    }

    /// Whose turn it is, if the session begins with a hand-over, which no earlier event has announced.
    package var opening: Moment? {
        guard phase == .handOver else { return nil }
        return progress.turnText(settings).map { Moment.note($0) }
    }

    // MARK: Deadlines

    package var nextDeadline: Instant? {
        switch phase {
        case .ready(let end), .between(let end): end
        case .showing(let start): start + showingTime
        case .asking(let asked): asked.end
        case .opening, .handOver, .paused, .finished, .over: nil
        }
    }

    /// How long the sequence is shown before the player repeats it.
    var showingTime: Interval {
        (PocketSettings.stepTime + PocketSettings.stepGap) * Int64(progress.sequence.count) + PocketSettings.transition
    }

    /// Applies an event at `instant`, after everything that was due at that time.
    package mutating func reduce(_ event: RoundEvent<PocketEvent>, at instant: Instant) -> [PocketEffect] {
        let now = max(instant, last ?? instant)
        last = now
        var effects: [PocketEffect] = []
        while let due = nextDeadline, due < now || (due == now && !isCause(event, by: due)) {
            passDeadline(due, &effects)
        }
        switch event {
        case .player(.found(let found)): take(found, at: now, &effects)
        case .player(.started): if phase == .opening { getReady(at: now, &effects) }
        case .player(.shown): confirm(at: now, &effects)
        case .press(let button): press(button, at: now, &effects)
        case .interruption: pause(&effects)
        case .tick, .reduceMotion: break
        }
        return effects
    }

    /// Whether an event at the deadline itself belongs to a gesture begun in time: the cause wins a tie.
    private func isCause(_ event: RoundEvent<PocketEvent>, by due: Instant) -> Bool {
        guard case .player(.found(let found)) = event, case .asking(let asked) = phase, let deadline = asked.deadline
        else { return false }
        return found.cause <= deadline && due <= asked.decisionDeadline ?? due
    }

    private mutating func passDeadline(_ due: Instant, _ effects: inout [PocketEffect]) {
        switch phase {
        case .ready: begin(at: due, &effects)
        case .showing: ask(at: due, followsSuccess: false, &effects)
        case .between: showSequence(at: due, &effects)
        // A begun gesture came to nothing. The scheduled failure was cancelled for it, so it sounds now.
        case .asking(let asked): fail(.late, isScheduled: asked.begun == nil, at: due, &effects)
        case .opening, .handOver, .paused, .finished, .over: break
        }
    }

    // MARK: Buttons

    private mutating func press(_ button: RoundButton, at now: Instant, _ effects: inout [PocketEffect]) {
        switch (button, phase) {
        // Whose turn it is has already been announced.
        case (.ready, .handOver): phase = .ready(until: now + PocketSettings.readyTime)
        case (.resume, .paused): getReady(at: now, &effects)
        case (.pause, .opening), (.pause, .ready), (.pause, .showing), (.pause, .asking), (.pause, .between):
            pause(&effects)
        case (.playAgain, .finished): playAgain(at: now, &effects)
        case (.quit, .over): return
        case (.quit, _):
            cancel(&effects)
            phase = .over
        default: return
        }
        effects.append(.cue(.button))
    }

    /// Starts the next round at once. A match first hands over to its first player, as before every turn.
    mutating func playAgain(at now: Instant, _ effects: inout [PocketEffect]) {
        cancel(&effects)
        let best = bestSoFar
        if let nextSettings { settings = nextSettings }
        nextSettings = nil
        settings.best = [settings.best, best].compactMap(\.self).max()
        rounds &+= 1
        // An odd factor keeps the rounds of one seed apart.
        progress = PocketProgress(settings, seed: settings.seed &+ rounds &* 0x9E37_79B9_7F4A_7C15)
        if settings.mode.isMatch { handOver(&effects) } else { getReady(at: now, &effects) }
    }

    /// The best score, including the finished round's. nil if there is none to beat, as after a round without points.
    private var bestSoFar: Int? {
        settings.mode.hasBest && progress.score > 0 ? max(settings.best ?? 0, progress.score) : settings.best
    }

    mutating func getReady(at now: Instant, _ effects: inout [PocketEffect]) {
        phase = .ready(until: now + PocketSettings.readyTime)
        tellTurn(&effects)
    }

    /// Hands the device to the next player of a match. The clock stops until that player is ready.
    mutating func handOver(_ effects: inout [PocketEffect]) {
        phase = .handOver
        tellTurn(&effects)
    }

    private func tellTurn(_ effects: inout [PocketEffect]) {
        if let turn = progress.turnText(settings) { effects.append(.show(.note(turn))) }
    }

    private mutating func pause(_ effects: inout [PocketEffect]) {
        switch phase {
        case .opening, .ready, .showing, .asking, .between: break
        // A hand-over waits for the next player as long as necessary.
        case .handOver, .paused, .finished, .over: return
        }
        cancel(&effects)
        phase = .paused
        // Another one replaces it.
        progress.prompt = nil
    }

    mutating func cancel(_ effects: inout [PocketEffect]) {
        effects.append(.cancelScheduled)
        aside = nil
        lastTap = nil
    }

    package var stage: RoundStage {
        switch phase {
        case .handOver: .handOver
        case .opening, .ready: .ready
        case .showing, .asking, .between: .playing
        case .paused: .paused
        case .finished: .finished
        case .over: .left
        }
    }

    /// What the recognizer has to detect: the requested gesture or, after the end, the double tap for another round.
    package var awaited: GestureSet {
        switch phase {
        case .asking(let asked):
            asked.prompt.map(\.gesture.kind) ?? settings.pool.reduce(into: []) { $0.formUnion($1.kind) }
        case .finished: .doubleTap
        case .opening, .handOver, .ready, .showing, .between, .paused, .over: .tap
        }
    }

    /// Returns the paused round. It resumes with a new prompt and its full time. A match that waits for its next player
    /// does so again.
    package func suspended(at now: Instant) -> PocketRound {
        var round = self
        _ = round.reduce(.interruption, at: now)
        switch round.phase {
        case .handOver: break
        case .finished:
            round.progress = PocketProgress(settings, seed: settings.seed &+ 1)
            round.phase = settings.mode.isMatch ? .handOver : .paused
        case .opening, .ready, .showing, .asking, .between, .paused, .over: round.phase = .paused
        }
        round.last = nil
        // The round will resume on another clock.
        for index in round.progress.attempts.indices { round.progress.attempts[index].answered = nil }
        round.aside = nil
        round.lastTap = nil
        return round
    }

    package var isPossible: Bool {
        settings.isPossible && nextSettings?.isPossible != false && progress.isPossible
            && settings.mode.isMatch == (progress.match != nil)
    }
    package mutating func adapt(toLead lead: Interval) { settings.lead = lead }

    package mutating func adopt(_ setup: RoundSetup) {
        var setup = setup
        // The players of a resumed match keep their names.
        if setup.players.isEmpty { setup.players = settings.players }
        nextSettings = PocketSettings(setup)
        nextSettings?.pace = settings.pace
    }

    package mutating func setTiming(_ name: String, to interval: Interval) {
        settings.pace.set(name, to: interval)
        nextSettings?.pace = settings.pace
    }
}

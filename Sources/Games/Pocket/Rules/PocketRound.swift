import ThudCore
import ThudGameKit

/// A round of Out of Pocket as a pure reducer: a gesture is asked for, and is right by its cause: begun before the deadline it
/// counts, even where it takes until after it to be decided.
package struct PocketRound: Round {
    package typealias Event = PocketEvent
    package typealias Cue = PocketCue

    /// A prompt that waits for its gesture.
    package struct Asked: Hashable, Sendable, Codable {
        /// What is asked for; nil where the player may do as they like, for the other one to repeat it.
        package let prompt: PocketPrompt?
        /// Since when it is on the screen.
        package internal(set) var shown: Instant
        /// By when a gesture has to be begun; nil where there is no limit.
        package internal(set) var deadline: Instant?
        package let limit: Interval?
        /// Whether a success stands just before it, so that the tail of that gesture is ignored.
        let followsSuccess: Bool
        /// Whether the screen has told that it shows it.
        var isConfirmed = false
        /// The cause of what was begun and is not decided.
        var begun: Instant?
        /// When a gesture was ignored last, for a screen that tells it.
        var ignored: Instant?

        /// The last instant at which what was begun in time may be decided. Of any gesture a long press takes the longest.
        var patience: Instant? { deadline.map { $0 + (prompt?.gesture ?? .longPress).grace } }
        /// When it is over if nothing comes.
        var end: Instant? { begun == nil ? deadline : patience }
    }

    /// The phases of a round.
    package enum Phase: Hashable, Sendable, Codable {
        case opening
        case handOver
        /// It is about to begin, at the instant.
        case ready(until: Instant)
        /// The steps of the sequence are shown, the first at the instant.
        case showing(from: Instant)
        case asking(Asked)
        /// A sequence is done; the next follows at the instant.
        case between(until: Instant)
        /// The clock stands.
        case paused
        case finished(PocketResult, since: Instant)
        case over
    }

    package internal(set) var settings: PocketSettings
    /// What decides the rounds to come, where that is something else.
    private var nextSettings: PocketSettings?
    package internal(set) var phase: Phase
    package internal(set) var progress: PocketProgress
    private var rounds: UInt64 = 0
    /// The cue that is scheduled beside the failure, and when it comes.
    var aside: Aside?
    private var last: Instant?
    /// A tap was right at this instant; its twin within 350 ms is none of the next prompt's.
    var lastTap: Instant?

    /// A scheduled cue that a cancelled failure does not take with it.
    struct Aside: Hashable, Sendable, Codable {
        var cue: PocketCue
        var instant: Instant
    }

    /// A round that begins with the event `started`; a match begins by handing over to the first player.
    package init(settings: PocketSettings) {
        self.settings = settings
        progress = PocketProgress(settings, seed: settings.seed)
        phase = settings.mode.isMatch ? .handOver : .opening
    }

    /// Whose turn it is, in a session that begins with a hand-over: nothing else has led there that could have told it.
    package var opening: Moment? {
        guard phase == .handOver else { return nil }
        return progress.turnText(settings).map { Moment.note($0) }
    }

    // MARK: What is due

    package var nextDeadline: Instant? {
        switch phase {
        case .ready(let end), .between(let end): end
        case .showing(let start): start + showingTime
        case .asking(let asked): asked.end
        case .opening, .handOver, .paused, .finished, .over: nil
        }
    }

    /// How long the sequence is shown, up to its first repeat.
    var showingTime: Interval {
        (PocketSettings.stepTime + PocketSettings.stepGap) * Int64(progress.sequence.count) + PocketSettings.transition
    }

    /// Takes an event that happened at `instant`, after all that was due by then.
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

    /// Whether an event of the deadline's own instant was begun in time: cause wins a tie.
    private func isCause(_ event: RoundEvent<PocketEvent>, by due: Instant) -> Bool {
        guard case .player(.found(let found)) = event, case .asking(let asked) = phase, let deadline = asked.deadline
        else {
            return false
        }
        return found.cause <= deadline && due <= asked.patience ?? due
    }

    private mutating func passDeadline(_ due: Instant, _ effects: inout [PocketEffect]) {
        switch phase {
        case .ready: begin(at: due, &effects)
        case .showing: ask(at: due, followsSuccess: false, &effects)
        case .between: showSequence(at: due, &effects)
        // What was begun came to nothing, and the scheduled failure had been taken back for it.
        case .asking(let asked): fail(.late, isScheduled: asked.begun == nil, at: due, &effects)
        case .opening, .handOver, .paused, .finished, .over: break
        }
    }

    // MARK: Buttons

    private mutating func press(_ button: RoundButton, at now: Instant, _ effects: inout [PocketEffect]) {
        switch (button, phase) {
        // Whose turn it is has been told.
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

    /// The next round: at once, but for a match, which goes to its first player as every turn of it does.
    mutating func playAgain(at now: Instant, _ effects: inout [PocketEffect]) {
        cancel(&effects)
        let best = bestSoFar
        if let nextSettings { settings = nextSettings }
        nextSettings = nil
        settings.best = [settings.best, best].compactMap(\.self).max()
        rounds += 1
        // An odd factor keeps the rounds of one seed apart.
        progress = PocketProgress(settings, seed: settings.seed &+ rounds &* 0x9E37_79B9_7F4A_7C15)
        if settings.mode.isMatch { handOver(&effects) } else { getReady(at: now, &effects) }
    }

    /// The best score, with that of the round that is over; nil where there is none to beat.
    private var bestSoFar: Int? {
        settings.mode.hasBest ? max(settings.best ?? 0, progress.score) : settings.best
    }

    mutating func getReady(at now: Instant, _ effects: inout [PocketEffect]) {
        phase = .ready(until: now + PocketSettings.readyTime)
        tellTurn(&effects)
    }

    /// The device goes to the next player of a match, whose clock stands until they say that they have it.
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
        // A hand-over waits for the next player as long as it takes.
        case .handOver, .paused, .finished, .over: return
        }
        cancel(&effects)
        phase = .paused
        progress.forgetPrompt()
    }

    mutating func cancel(_ effects: inout [PocketEffect]) {
        effects.append(.cancelScheduled)
        aside = nil
        lastTap = nil
    }
}

extension PocketRound {
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

    /// What the recogniser has to decide: the gesture that is asked for, or, after the end, the double tap for another round.
    package var awaited: GestureSet {
        switch phase {
        case .asking(let asked):
            asked.prompt.map(\.gesture.kind) ?? settings.pool.reduce(into: []) { $0.formUnion($1.kind) }
        case .finished: .doubleTap
        case .opening, .handOver, .ready, .showing, .between, .paused, .over: .tap
        }
    }

    /// The round standing still; it goes on with a prompt of its own, and with its whole time. A match that waits for its next player
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
        round.progress.forgetInstants()
        round.aside = nil
        round.lastTap = nil
        return round
    }

    package mutating func adapt(toLead lead: Interval) { settings.lead = lead }

    package mutating func adopt(_ setup: RoundSetup) {
        var setup = setup
        // Those who go on with a saved match are not named anew.
        if setup.players.isEmpty { setup.players = settings.players }
        nextSettings = PocketSettings(setup)
        nextSettings?.pace = settings.pace
    }

    package mutating func setTiming(_ name: String, to interval: Interval) {
        settings.pace.set(name, to: interval)
        nextSettings?.pace = settings.pace
    }
}

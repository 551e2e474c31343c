import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudRecords
import ThudTerminal

/// Shows a session as lines, one for each event, and reads the keys of a person.
final class LinePresenter: SessionPresenter {
    private let runner: SessionRunner
    private let keeper: RoundKeeper
    private let game: any GameView.Type
    /// The round to resume; nil if a new one begins.
    private let saved: SavedRound?
    private let seed: UInt64
    private let preferences: Preferences
    /// Whether a game with two languages speaks English.
    private let isEnglish: Bool
    /// A person's saved choices; nil if no person plays.
    private var choices: GameChoices?
    private var keys: KeyInput?
    /// Whether each cue gets a line. A person gets them only on request, because screen readers read them out.
    private let tellsCues: Bool
    /// Explains each cue; nil unless the developer's panel was requested.
    private var panel: CueLog?
    /// How long after the end of the last round the podium cue sounds, so that the end has been heard.
    private static let podiumDelay = Interval.seconds(2)
    private var lastMoment: Moment?
    private var isPaused = false
    private let status = StatusLine(hasColour: Console.hasColour(STDERR_FILENO))

    init(
        _ request: PlayRequest, _ round: PlainRound, _ preferences: Preferences, _ runner: SessionRunner,
        _ store: ProgressStore?
    ) {
        self.runner = runner
        self.preferences = preferences
        isEnglish = round.isEnglish
        saved = round.saved
        game = request.game
        panel = request.hasPanel ? CueLog(hasStrengths: true) : nil
        tellsCues = !request.player.isPerson || request.sound.verbose || request.hasPanel
        choices = store.map { GameChoices($0.choices, of: request.game.description) }
        seed = request.seed ?? (request.player.isPerson ? .random(in: 0...UInt64(UInt32.max)) : PlayRequest.standIn)
        keeper = RoundKeeper(request.game, round.plan, store, remembersCards: request.remembersCards)
        runner.keeper = keeper
    }

    /// Plays to the end; returns the signal that ended it early, if any. Throws if the script has errors.
    func run() throws -> Int32? {
        runner.presenter = self
        if let session = try session() { try runner.begin(session) }
        if runner.player.isPerson { keys = KeyInput(legend: game.description.plainLegend) }
        if keys != nil { tellGame() }
        if let remark = runner.motionRemark { Console.remark(remark) }
        announceTurn()
        if saved != nil { tellStanding("the saved round continues") }
        if runner.session?.stage == .ready { callForReadiness() }
        defer { keys = nil }
        // The opening is shown before the keys that continue from it.
        runner.settle()
        if runner.session?.stage == .handOver { tellHandOver() }
        let signal = runner.run()
        if signal != nil { keeper.save(runner.session, at: runner.feedback.now) }
        return signal
    }

    private func session() throws(ThudError) -> (any GameSession)? {
        let lead = runner.feedback.output.lead
        let start = runner.feedback.log.start
        let performer = runner.player.playing(keeper.plan.tournament?.players.count ?? 1)
        guard let saved else {
            keeper.begin(keeper.plan, seed: seed, isDecidedBySeed: true)
            return try game.session(keeper.setup(preferences, lead: lead), by: performer, start: start)
        }
        keeper.resume(saved, keeper.plan, seed: seed)
        var session = try game.session(resuming: saved.state, lead: lead, seed: seed, by: performer, start: start)
        // Preferences and choices may have changed since the round was saved.
        session?.reduceMotion(preferences.reduceMotion, at: start)
        if game.description.variant != nil { session?.adopt(keeper.setup(preferences, lead: lead)) }
        return session
    }

    func report(isInterrupted: Bool) -> RoundReport {
        RoundReport(
            game: game, isEnglish: isEnglish, plan: keeper.plan, player: runner.player, seed: seed,
            tournament: keeper.lastTournament ?? tournament, players: keeper.players, feedback: runner.feedback,
            isInterrupted: isInterrupted, frames: nil, isTold: Console.isShared)
    }

    var endingLength: Interval { .zero }

    func register(in loop: EventLoop) {
        guard let terminal = keys?.terminal else { return }
        loop.wait(.keys, for: [terminal.descriptor], until: terminal.input.nextDeadline, then: takeInput)
    }

    private func takeInput(_ isReadable: Bool) {
        guard runner.session != nil, let keys else { return }
        let now = Instant.now()
        guard let events = keys.read(isReadable, now) else {
            // The terminal is gone, but would stay readable for ever, so the player quits.
            runner.session?.press(.quit, at: runner.feedback.now)
            self.keys = nil
            return
        }
        for (index, event) in events.enumerated() {
            if index > 0 { runner.settle() }
            guard var session = runner.session else { return }
            keys.take(event, session: &session, now)
            runner.session = session
        }
    }

    func show(_ effect: SessionEffect, _ plan: FeedbackPlan?) {
        switch effect.effect {
        case .show(let moment):
            lastMoment = moment
            if moment.kind == .prompt { keeper.markSeen(moment.text) }
            keeper.save(runner.session, at: effect.cause)
            Console.remark(status.moment(moment, of: game.description, at: effect.cause - runner.feedback.log.start))
        case .finished(let result):
            keeper.plan.tournament?.add(result: result)
            finishRound(result)
            tellPlaces(effect.cause)
            announceTurn()
        case .cue(let cue, _): if cue.name == game.description.tutorialCue { markTutorialDone() }
        case .schedule, .cancelScheduled, .silence, .ignored, .begin, .turn, .end: break
        }
    }

    func show(_ reports: [CueReport], events: [String]) {
        // A cancelled cue did not happen, and its time may still lie ahead.
        for report in reports where report.receipt.outcome != .cancelled {
            if tellsCues || isLost(report) {
                let line = status.cue(report, at: runner.feedback.log.gameTime(of: report))
                Console.remark(line, isColoured: status.hasColour)
            }
            if let cue = panel?.take(report, runner.feedback.scheduler) { Console.remark(StatusLine.account(of: cue)) }
        }
        for event in events { Console.remark("          \(event)") }
    }

    /// Whether a cue should have been heard and was not. Without a device from the start, none should.
    private func isLost(_ report: CueReport) -> Bool {
        report.receipt.outcome.isMissed && runner.feedback.output.isHeard
    }

    func ended(as ending: Performer.Ending, _ now: Instant) {
        guard ending == .stuck else { return }
        let state = runner.session?.stage == .paused ? "while the round was paused" : "before the round did"
        Console.remark("          the \(runner.player.name) ended \(state)")
    }

    func leaveTerminal() { keys?.terminal.leave() }
    func enterTerminal() {
        keys?.terminal.enter()
        guard isPaused else { return }
        // Nobody presses a key for a bot, whose round would stay paused for ever.
        if case .bot = runner.player { runner.session?.press(.resume, at: runner.feedback.now) }
        // The shell's lines stand between what was said before the stop and now.
        tellStanding("paused")
    }

    // Lines are written as things happen, so there is nothing to present.
    func present(_ now: Instant) {}
    func resize(_ now: Instant) {}

    func stageChanged(to stage: RoundStage, _ now: Instant) {
        defer { isPaused = stage == .paused }
        // Nobody sees that the pause is over.
        if isPaused, [.ready, .countdown, .playing].contains(stage) { tellStanding("goes on") }
        switch stage {
        case .finished: keys?.ignoreLateKeys(after: now)
        case .paused:
            keeper.save(runner.session, at: now)
            tellStanding("paused")
        // Quitting on purpose discards the round; losing the terminal, or quitting in a pause, keeps it.
        case .left where keys == nil: break
        case .left where isPaused: Console.remark("          the round is kept; --resume continues it")
        case .left: keeper.store?.forgetRound()
        case .ready: callForReadiness()
        case .handOver:
            keys?.ignoreLateKeys(after: now)
            if tournament?.isComplete == true {
                keeper.plan.tournament?.beginAgain()
                announceTurn()
            }
            tellHandOver()
        case .countdown, .playing: break
        }
    }

    /// Names the mode, if there are several, because it may be a default, and lists the keys.
    private func tellGame() {
        let description = game.description
        if description.modes.count > 1, let mode = description.mode(keeper.plan.mode) { Console.remark(mode.title) }
        Console.remark(description.plainLegend)
    }

    private func tellHandOver() { if keys != nil { Console.remark("          (space: ready, q: leave)") } }

    private func callForReadiness() {
        if let call = game.readyCall(inEnglish: isEnglish) { Console.remark("          \(call)") }
    }

    /// Shows how the round stands and, if it is paused, which keys continue.
    private func tellStanding(_ word: String) {
        let figures = runner.session?.figures(at: runner.feedback.now) ?? RoundFigures()
        let isPaused = runner.session?.stage == .paused && keys != nil
        let line = StatusLine.standing(word, figures, isScored: game.description.modes.contains(where: \.isScored))
        Console.remark(line + (isPaused ? "  (space: continue, q: leave)" : ""))
    }

    // MARK: What is kept

    private func markTutorialDone() {
        guard let store = keeper.store, !store.preferences.tutorialDone else { return }
        var taught = store.preferences
        taught.tutorialDone = true
        store.keep(taught)
    }

    /// Shows how the round ended, and records its score.
    private func finishRound(_ result: Outcome) {
        let ending = keeper.finish(result, runner.session, at: runner.feedback.now)
        if let done = choices?.finish(mode: keeper.plan.mode, of: game.description) {
            keeper.store?.keep([.value(key: done.key, done.value)])
        }
        let words = text(game.theme.words[.highScore])
        // A game may have announced the high score itself.
        if ending.isHighScore, lastMoment?.text != words { Console.remark("          \(words)") }
        for achievement in ending.achievements {
            Console.remark("          " + achievement.notice(of: game.description, inEnglish: isEnglish))
        }
        let playAgain = isEnglish ? "play again" : game.description.playAgain
        Console.remark(result.summary + (keys == nil ? "" : "  (space: \(playAgain), q: leave)"))
        for line in runner.session?.result.map({ StatusLine.answers($0, text) }) ?? []
        // Out of Pocket's summary ends with the same words.
        where !result.summary.hasSuffix(line.drop { $0 == " " }) { Console.remark(line) }
        guard !ending.board.isEmpty else { return }
        Console.remark(StatusLine.list(ResultContent.List(best: ending.board, game.theme), text))
    }

    private func text(_ phrase: Phrase) -> String { phrase.text(inEnglish: isEnglish) }

    private var tournament: Tournament? { keeper.plan.tournament }

    /// Shows the places of a tournament that has just ended, and schedules the podium cue.
    private func tellPlaces(_ end: Instant) {
        guard keys != nil, let tournament, tournament.isComplete else { return }
        for line in status.places(tournament, of: game, inEnglish: isEnglish) { Console.remark(line) }
        guard let cue = game.description.podiumCue else { return }
        runner.feedback.scheduler.schedule(
            game.description.cue(cue).description, cause: end, due: end + Self.podiumDelay,
            by: runner.feedback.scheduler.clocks)
    }

    private func announceTurn() {
        if let player = tournament?.nextPlayer { Console.remark("\(player): \(text(game.theme.words[.ready]))") }
    }
}

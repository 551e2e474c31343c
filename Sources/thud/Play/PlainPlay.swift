import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudPlayback
import ThudRecords

/// A session without a screen, from its deck to its last line.
struct PlainPlay {
    let request: PlayRequest

    /// Plays it to its end.
    func run() throws -> PlayOutcome {
        let assets = try Assets.find()
        let game = request.game.description
        let deck = try (request.deck ?? game.usualDeck).map { try assets.deck($0, of: game.name) }
        let tournament =
            request.players.isEmpty ? nil : try Tournament(players: request.players, unnamed: game.unnamedPlayer)
        // What a person does stays in the same book as on a screen; what a bot or a script does is nobody's to remember.
        let store = request.player.isPerson ? try ProgressStore(request.game, isRemembering: true, decks: []) : nil
        let feedback = try FeedbackOutput.open(
            request.sound, assets, game: game, player: request.player, clock: request.clock,
            keepsReports: request.isJSON)
        if request.sound.verbose { Console.remark("Playing through \(feedback.output.engine.health.device)") }
        // Without a screen nothing is drawn anew, so the terminal's size and a stop that is over do not matter; no stop takes
        // anything from a round whose time is virtual.
        let interrupts = Interrupts(feedback.output.engine.isVirtual ? [] : .stopRequested)
        let loop = SessionLoop(player: request.player, feedback: feedback, interrupts: interrupts)
        loop.keeper = store.map { GameKeeper(game, $0) }
        let preferences = request.sound.preferences(over: store?.preferences ?? Preferences())
        if store != nil {
            feedback.scheduler.settings = request.sound.settings(preferences)
            feedback.set(preferences.silentSwitch)
        }
        for notice in store?.notices ?? [] { Console.remark(notice) }
        let presenter = LinePresenter(request, preferences, deck, tournament, loop, store)
        let signal = try Console.withQueuedRemarks { try presenter.run() }
        for problem in store?.close() ?? [] { Console.remark("thud: \(problem)") }
        try feedback.close(presenter.report(isInterrupted: signal != nil), isJSON: request.isJSON)
        return PlayOutcome(signal: signal, failure: feedback.verdict.failure)
    }
}

/// Shows a session as a line for each thing that happens, and reads keys where a person plays.
final class LinePresenter: SessionPresenter {
    private let loop: SessionLoop
    /// Where scores are kept; nil where no person plays.
    private let store: ProgressStore?
    private let game: any ShownGame.Type
    private let mode: String
    private let deck: Deck?
    /// Decides the order of the cards and every movement.
    private let seed: UInt64
    /// Whether no round has ended yet: those that follow are decided by more than the seed.
    private var isFirst = true
    /// The length of a round in seconds.
    private let seconds: Double
    /// Whether there is to be less motion, and no key to be held.
    private let reduceMotion: Bool
    /// The names of those who share a round.
    private let match: [String]
    /// The game's own options.
    private let options: [String: String]
    /// What a person has chosen on a screen; nil where none plays.
    private var choices: GameChoices?
    private var tournament: Tournament?
    private var keys: KeyInput?
    /// What was told last.
    private var lastMoment: Moment?
    private let status = StatusLine(hasColour: Console.hasColour(STDERR_FILENO))

    init(
        _ request: PlayRequest, _ preferences: Preferences, _ deck: Deck?, _ tournament: Tournament?,
        _ loop: SessionLoop, _ store: ProgressStore?
    ) {
        self.loop = loop
        self.store = store
        game = request.game
        mode = game.description.mode(request.mode)?.name ?? ""
        self.deck = deck
        self.tournament = tournament
        match = request.match
        let choices = store.map { GameChoices($0.choices, of: request.game.description) }
        self.choices = choices
        // What was chosen on a screen holds without one too; what is given holds in any case.
        options = request.options.merging(choices?.options(over: [:], of: request.game.description) ?? [:]) {
            given, _ in given
        }
        seed = request.seed ?? (request.player.isPerson ? .random(in: 0...UInt64(UInt32.max)) : PlayRequest.standIn)
        seconds = request.seconds ?? preferences.seconds
        reduceMotion = preferences.reduceMotion
    }

    /// Plays to the end: the number of the signal that ended it early, if one did.
    ///
    /// - Throws: `ThudError` where the script has errors.
    func run() throws -> Int32? {
        let setup = RoundSetup(
            mode: mode, length: .seconds(seconds), seed: seed, cards: deck?.cards ?? [], handsOver: tournament != nil,
            players: tournament?.players ?? match, lead: loop.feedback.output.lead,
            reduceMotion: reduceMotion, best: store?.best(ofMode: mode),
            options: options)
        let performer = loop.player.performer(rounds: tournament?.players.count ?? 1)
        try loop.begin(game.session(setup, by: performer, start: loop.feedback.log.start))
        if loop.player.isPerson { keys = KeyInput() }
        if keys != nil { Console.remark(game.description.plainLegend) }
        announceTurn()
        defer { keys = nil }
        return loop.run(self)
    }

    /// How it ended.
    func report(isInterrupted: Bool) -> RoundReport {
        RoundReport(
            game: game.description, mode: mode, deck: deck?.id, player: loop.player, seed: seed, seconds: seconds,
            tournament: tournament,
            feedback: loop.feedback, isInterrupted: isInterrupted, frames: nil)
    }

    var input: Int32? { keys?.descriptor }
    var endingLength: Interval { .zero }

    func takeInput(_ isThere: Bool) {
        guard isThere, loop.session != nil, let keys else { return }
        let now = Instant.now()
        guard let events = keys.read(now) else {
            // The terminal is gone, and would be ready for ever: that ends the session as the player would.
            loop.session?.press(.quit, at: loop.feedback.now)
            self.keys = nil
            return
        }
        for (index, event) in events.enumerated() {
            if index > 0 { loop.settle(self) }
            guard var session = loop.session else { return }
            keys.take(event, session: &session, now)
            loop.session = session
        }
    }

    func note(_ effect: SessionEffect, _ plan: FeedbackPlan?) {
        switch effect.effect {
        case .show(let moment):
            lastMoment = moment
            Console.remark(status.moment(moment, of: game.description, at: effect.cause - loop.feedback.log.start))
        case .finished(let result):
            tournament?.note(result: result)
            noteEnd(result)
            announceTurn()
        case .cue, .schedule, .cancelScheduled, .silence, .ignored, .begin, .turn, .end: break
        }
    }

    func note(_ reports: [CueReport], events: [String]) {
        // A cue that was taken back has not happened, and the time for which it was meant is still to come.
        for report in reports where report.receipt.outcome != .cancelled {
            Console.remark(status.cue(report, at: loop.feedback.log.gameTime(of: report)))
        }
        for event in events { Console.remark("          \(event)") }
    }

    func note(_ ending: Player.Ending, _ now: Instant) {
        if ending == .stuck { Console.remark("          the script ends while the round stands still") }
    }

    func leaveTerminal() { keys?.leave() }
    func enterTerminal() { keys?.enter() }

    // Lines are written as things happen.
    func nextDeadline(_ now: Instant) -> Instant? { nil }
    func update(_ now: Instant) {}
    func resize(_ now: Instant) {}

    func stageChanged(to stage: RoundStage, _ now: Instant) {
        if stage == .finished { keys?.noteEnd(now) }
        guard stage == .paused else { return }
        let figures = loop.session?.figures(at: loop.feedback.now) ?? RoundFigures()
        Console.remark(StatusLine.paused(figures) + (keys == nil ? "" : "  (space: go on, q: leave)"))
    }

    /// Says how the round ended, and puts its score on the leaderboard.
    private func noteEnd(_ result: Outcome) {
        let player = result.player ?? tournament?.lastPlayer
        let isHighScore = store?.note(result, mode: mode, seed: isFirst ? seed : nil, player: player) ?? false
        isFirst = false
        if let done = choices?.finish(mode: mode, of: game.description) {
            store?.keep([.value(key: done.key, done.value)])
        }
        let words = game.theme.words.highScore.text
        // A game may have told it by itself.
        if isHighScore, lastMoment?.text != words { Console.remark("          \(words)") }
        Console.remark(
            result.summary + (keys == nil ? "" : "  (space: \(game.description.playAgain), q: leave)"))
        for line in loop.session?.result.map(StatusLine.answers) ?? [] { Console.remark(line) }
    }

    /// Says whose turn it is in a tournament.
    private func announceTurn() {
        if let player = tournament?.nextPlayer { Console.remark("\(player): \(game.theme.words.ready.text)") }
    }
}

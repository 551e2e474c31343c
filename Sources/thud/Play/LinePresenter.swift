import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudPlayback
import ThudRecords

/// Shows a session as a line for each thing that happens, and reads keys where a person plays.
final class LinePresenter: SessionPresenter {
    private let loop: SessionLoop
    /// Where scores are kept; nil where no person plays.
    private let store: ProgressStore?
    private let game: any GameView.Type
    private let round: PlainRound
    /// The name under which the round is saved.
    private let roundID = UInt64.random(in: .min ... .max)
    /// Decides the order of the cards and every movement.
    private let seed: UInt64
    /// Whether no round has ended yet: those that follow are decided by more than the seed.
    private var isFirst = true
    private let preferences: Preferences
    /// Whether cards that were seen do not come back.
    private let remembersCards: Bool
    /// The names of those who share a round.
    private let match: [String]
    /// The game's own options.
    private let options: [String: String]
    /// What a person has chosen on a screen; nil where none plays.
    private var choices: GameChoices?
    private var tournament: Tournament?
    private var keys: KeyInput?
    /// Whether each cue has a line. A person has them spoken by a screen reader, between the moments that matter, so that they come
    /// only where they are asked for.
    private let tellsCues: Bool
    /// Tells why of each cue, where the developer's panel was asked for.
    private var panel: PanelLog?
    /// How long after the end of the last round the podium sounds, when that end has been heard out.
    private static let podiumDelay = Interval.seconds(2)
    /// What was told last.
    private var lastMoment: Moment?
    private let status = StatusLine(hasColour: Console.hasColour(STDERR_FILENO))

    init(
        _ request: PlayRequest, _ round: PlainRound, _ preferences: Preferences, _ loop: SessionLoop,
        _ store: ProgressStore?
    ) {
        self.loop = loop
        self.store = store
        self.round = round
        self.preferences = preferences
        game = request.game
        tournament = round.tournament
        match = request.match
        panel = request.hasPanel ? PanelLog() : nil
        tellsCues = !request.player.isPerson || request.sound.verbose || request.hasPanel
        remembersCards = request.player.remembersCards(underSeed: request.seed)
        let choices = store.map { GameChoices($0.choices, of: request.game.description) }
        self.choices = choices
        // What was chosen on a screen holds without one too; what is given holds in any case.
        options = request.options.merging(choices?.options(over: [:], of: request.game.description) ?? [:]) {
            given, _ in given
        }
        seed = request.seed ?? (request.player.isPerson ? .random(in: 0...UInt64(UInt32.max)) : PlayRequest.standIn)
    }

    /// Plays to the end: the number of the signal that ended it early, if one did.
    ///
    /// - Throws: `ThudError` where the script has errors.
    func run() throws -> Int32? {
        if let session = try session() { try loop.begin(session) }
        if loop.player.isPerson { keys = KeyInput(game.heldKeys) }
        if keys != nil { tellGame() }
        if let remark = loop.motionRemark { Console.remark(remark) }
        announceTurn()
        if round.saved != nil { tellStanding("the saved round goes on") }
        if loop.session?.stage == .ready { callForReadiness() }
        defer { keys = nil }
        // What the round opens with is told before the keys that lead on from there.
        loop.settle(self)
        if loop.session?.stage == .handOver { tellHandOver() }
        let signal = loop.run(self)
        if signal != nil { saveRound(loop.feedback.now) }
        return signal
    }

    /// The round that goes on, or a new one.
    private func session() throws(ThudError) -> (any GameSession)? {
        let lead = loop.feedback.output.lead
        let start = loop.feedback.log.start
        let performer = loop.player.playing(tournament?.players.count ?? 1)
        store?.claim(round: roundID)
        guard let saved = round.saved else { return try game.session(setup, by: performer, start: start) }
        var session = try game.session(resuming: saved.state, lead: lead, seed: seed, by: performer, start: start)
        // The round was kept under the preferences and the choices of that day.
        session?.reduceMotion(preferences.reduceMotion, at: start)
        if game.description.variant != nil { session?.adopt(setup) }
        return session
    }

    /// What a new round begins with.
    private var setup: RoundSetup {
        RoundSetup(
            mode: round.mode, length: .seconds(round.seconds), seed: seed, cards: round.deck?.cards ?? [],
            seen: seen, handsOver: tournament != nil, players: tournament?.players ?? match,
            tutorial: store.map { game.description.mayTeach($0.preferences) } ?? false,
            lead: loop.feedback.output.lead, reduceMotion: preferences.reduceMotion,
            best: store?.best(ofMode: round.mode), options: options)
    }

    /// How it ended.
    func report(isInterrupted: Bool) -> RoundReport {
        RoundReport(
            game: game.description, mode: round.mode, deck: round.deckName, player: loop.player, seed: seed,
            seconds: round.seconds, tournament: tournament, feedback: loop.feedback, isInterrupted: isInterrupted,
            frames: nil)
    }

    var input: Int32? { keys?.descriptor }
    var endingLength: Interval { .zero }

    func takeInput(_ isThere: Bool) {
        guard loop.session != nil, let keys else { return }
        let now = Instant.now()
        guard let events = isThere ? keys.read(now) : keys.flush(now) else {
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
            if moment.kind == .prompt { note(seen: moment.text) }
            saveRound(effect.cause)
            Console.remark(status.moment(moment, of: game.description, at: effect.cause - loop.feedback.log.start))
        case .finished(let result):
            tournament?.note(result: result)
            noteEnd(result)
            tellPlaces(effect.cause)
            announceTurn()
        case .cue(let cue, _): if cue.name == game.description.tutorialCue { noteTaught() }
        case .schedule, .cancelScheduled, .silence, .ignored, .begin, .turn, .end: break
        }
    }

    func note(_ reports: [CueReport], events: [String]) {
        // A cue that was taken back has not happened, and the time for which it was meant is still to come.
        for report in reports where report.receipt.outcome != .cancelled {
            if tellsCues || isLost(report) {
                Console.remark(status.cue(report, at: loop.feedback.log.gameTime(of: report)))
            }
            if let cue = panel?.take(report, loop.feedback.scheduler) { Console.remark(StatusLine.account(of: cue)) }
        }
        for event in events { Console.remark("          \(event)") }
    }

    /// Whether a cue was to be heard and was not. Where no device was there from the start nothing was to be.
    private func isLost(_ report: CueReport) -> Bool {
        report.receipt.outcome.isMissed && loop.feedback.output.isHeard
    }

    func note(_ ending: Performer.Ending, _ now: Instant) {
        if ending == .stuck { Console.remark("          the script ends while the round stands still") }
    }

    func leaveTerminal() { keys?.leave() }
    func enterTerminal() { keys?.enter() }

    // Lines are written as things happen.
    func nextDeadline(_ now: Instant) -> Instant? { keys?.escapeDeadline }
    func update(_ now: Instant) {}
    func resize(_ now: Instant) {}

    func stageChanged(to stage: RoundStage, _ now: Instant) {
        switch stage {
        case .finished: keys?.noteEnd(now)
        case .paused:
            saveRound(now)
            tellStanding("paused")
        // Whoever leaves on purpose has nothing to go on with; who has lost the terminal has.
        case .left: if keys != nil { store?.forgetRound() }
        case .ready: callForReadiness()
        case .handOver: tellHandOver()
        case .countdown, .playing: break
        }
    }

    /// Says which of several modes is played, which nobody may have named, and what its keys are.
    private func tellGame() {
        let description = game.description
        if description.modes.count > 1, let mode = description.mode(round.mode) { Console.remark(mode.title) }
        Console.remark(description.plainLegend)
    }

    /// Says which keys lead on from a hand-over.
    private func tellHandOver() {
        if keys != nil { Console.remark("          (space: ready, q: leave)") }
    }

    /// Asks the player to get ready, where the game wants it.
    private func callForReadiness() {
        if let call = game.description.readyCall { Console.remark("          \(call)") }
    }

    /// Says how the round stands, and which keys lead on from a pause.
    private func tellStanding(_ word: String) {
        let figures = loop.session?.figures(at: loop.feedback.now) ?? RoundFigures()
        let isPaused = loop.session?.stage == .paused && keys != nil
        Console.remark(StatusLine.standing(word, figures) + (isPaused ? "  (space: go on, q: leave)" : ""))
    }

    // MARK: What is kept

    /// Keeps the round as it stands, so that it can go on after whatever comes.
    private func saveRound(_ now: Instant) {
        if let session = loop.session, session.stage.isUnderWay { keep(session, now) }
    }

    private func keep(_ session: any GameSession, _ now: Instant) {
        store?.keep(
            SavedRound(
                id: roundID, of: game.description, mode: round.mode, deck: round.deckID, seconds: round.seconds,
                state: session.suspended(at: now), tournament: tournament))
    }

    /// The cards of the deck that do not come before the others have.
    private var seen: Set<String> {
        guard remembersCards, let store, let deck = round.deck, let id = round.deckID else { return [] }
        return store.seen(of: deck, as: id)
    }

    private func note(seen card: String) {
        guard remembersCards, let store, let deck = round.deck, let id = round.deckID else { return }
        store.note(seen: card, of: deck, as: id)
    }

    /// What the tutorial teaches has been done: it need not be taught again.
    private func noteTaught() {
        guard let store, !store.preferences.tutorialDone else { return }
        var taught = store.preferences
        taught.tutorialDone = true
        store.keep(taught)
    }

    /// Says how the round ended, and puts its score on the leaderboard.
    private func noteEnd(_ result: Outcome) {
        let player = result.player ?? tournament?.lastPlayer
        let isHighScore = store?.note(result, mode: round.mode, seed: isFirst ? seed : nil, player: player) ?? false
        isFirst = false
        if let done = choices?.finish(mode: round.mode, of: game.description) {
            store?.keep([.value(key: done.key, done.value)])
        }
        let words = game.theme.words.highScore.text
        // A game may have told it by itself.
        if isHighScore, lastMoment?.text != words { Console.remark("          \(words)") }
        Console.remark(
            result.summary + (keys == nil ? "" : "  (space: \(game.description.playAgain), q: leave)"))
        for line in loop.session?.result.map(StatusLine.answers) ?? [] { Console.remark(line) }
        if let board = store?.board(ofMode: round.mode) {
            Console.remark(StatusLine.list(.init(best: board.rows, game.theme)))
        }
        keepTurn()
    }

    /// A tournament goes on with the next player, whatever comes; of any other round nothing is left to go on with.
    private func keepTurn() {
        guard let tournament, !tournament.isComplete, let session = loop.session else {
            store?.forgetRound()
            return
        }
        keep(session, loop.feedback.now)
    }

    /// The places of a tournament that has just been played, to the sound of the podium.
    private func tellPlaces(_ end: Instant) {
        guard keys != nil, let tournament, tournament.isComplete else { return }
        for line in status.places(tournament, of: game.description) { Console.remark(line) }
        guard let cue = game.description.podiumCue else { return }
        loop.feedback.scheduler.schedule(
            game.description.cue(cue).description, cause: end, due: end + Self.podiumDelay,
            by: loop.feedback.scheduler.clocks)
    }

    /// Says whose turn it is in a tournament.
    private func announceTurn() {
        if let player = tournament?.nextPlayer { Console.remark("\(player): \(game.theme.words.ready.text)") }
    }
}

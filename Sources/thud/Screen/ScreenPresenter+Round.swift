import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudRecords

extension ScreenPresenter {
    /// Begins a session, with a deck in a game that has any.
    func begin(deck id: String?) {
        let deck = id.flatMap { flow.deck($0) }
        guard deck != nil || game.description.usualDeck == nil else { return }
        store.forgetRound()
        takeNewID()
        // Cards that were seen do not come back, unless the same cards were asked for by a seed.
        isDecidedBySeed = options.seed != nil || game.description.usualDeck == nil
        var setup = setup
        setup.cards = deck?.cards ?? []
        if let deck, let id, options.remembersCards { setup.seen = store.seen(of: deck, as: id) }
        start { performer, start throws(ThudError) in
            try game.session(setup, by: performer, start: start)
        }
    }

    /// What a round begins with from now on, but for its cards.
    var setup: RoundSetup {
        RoundSetup(
            mode: flow.mode, length: .seconds(flow.preferences.seconds), seed: sessionSeed,
            handsOver: flow.tournament != nil, players: flow.tournament?.players ?? flow.rivals,
            tutorial: options.player.isPerson && game.description.mayTeach(flow.preferences),
            lead: feedback.output.lead,
            reduceMotion: flow.preferences.reduceMotion,
            best: options.player.isPerson ? store.best(ofMode: flow.mode) : nil,
            options: flow.choices.options(over: options.gameOptions, of: game.description))
    }

    /// What tells this session from those before.
    private func takeNewID() {
        sessionSeed = options.seed(ofSession: sessionsBegun)
        roundID = .random(in: .min ... .max)
        store.claim(round: roundID)
    }

    /// Goes on with the round that was saved, with the cards that it was begun with, whatever has become of its deck.
    func resumeSaved() {
        guard let saved = store.takeSavedRound() else {
            flow.lostSavedRound()
            say("another terminal has gone on with the saved round", .now())
            return
        }
        takeNewID()
        isDecidedBySeed = false
        store.keep(
            SavedRound(
                id: roundID, of: game.description, mode: saved.mode, deck: saved.deck, seconds: saved.seconds,
                state: saved.state, tournament: saved.tournament))
        flow.resumed(deck: saved.deck, mode: saved.mode, tournament: saved.tournament)
        start { performer, start throws(ThudError) in
            try game.session(
                resuming: saved.state, lead: feedback.output.lead, seed: sessionSeed, by: performer, start: start)
        }
        // The round was kept under the preferences and the choices of that day.
        loop.session?.reduceMotion(flow.preferences.reduceMotion, at: .now())
        if game.description.variant != nil { followChoices() }
        roundSeconds = saved.seconds
    }

    /// Has the session follow the game's variant as it is chosen now: rounds to come, and the present one where its rules can. In a
    /// tournament all play alike.
    func followChoices() {
        if flow.tournament == nil { loop.session?.adopt(setup) }
    }

    /// Begins the session that `make` makes for a performer from an instant on.
    private func start(_ make: (Performer, Instant) throws(ThudError) -> (any GameSession)?) {
        // The device has to have settled before the first sound.
        let now = max(.now(), feedback.log.start)
        putBackNotice()
        do throws(ThudError) {
            let rounds = flow.tournament?.players.count ?? options.botRounds
            guard let session = try make(options.player.playing(rounds), now) else { return }
            try loop.begin(session)
            desk?.setTiming(&loop.session)
        } catch {
            flow.couldNotBegin()
            say(error.description, now)
            return
        }
        roundSeconds = flow.preferences.seconds
        sessionsBegun += 1
        stageChanged(to: loop.session?.stage ?? .ready, now)
        pauseUnseen(now)
        tellOfProblem(now)
    }

    /// Whether the round wants to know when a person sees a prompt. A simulated player has it at once.
    private var tellsWhenShown: Bool { options.player.isPerson && game.description.words.contains(Self.shownWord) }

    /// Tells the round when the first frame with its prompt was on the screen.
    func tellWhenShown() {
        guard let shown = renderer.takeAwaitedFrame() else { return }
        _ = loop.session?.perform(line: Self.shownWord, at: shown)
    }

    /// The line of a script that tells a game that its prompt is on the screen.
    private static let shownWord = "shown"

    func note(_ effect: SessionEffect, _ plan: FeedbackPlan?) {
        switch effect.effect {
        case .cue(let cue, _), .begin(let cue, _):
            panel?.follow(feedback.scheduler)
            if let plan { flashes.add(plan, at: effect.cause) }
            if cue.name == game.description.tutorialCue { carryOut(flow.passedTutorial(), cause: effect.cause) }
        case .schedule(_, let due, _):
            if let plan { flashes.add(plan, at: due) }
        case .cancelScheduled, .silence: flashes.cancelComing()
        case .turn, .end, .ignored: break
        case .show(let moment):
            if moment.kind == .prompt { notePrompt(moment.text) }
            // Whatever is worth telling is worth keeping: the program may be killed at any time.
            saveRound(effect.cause)
        case .finished(let result): noteEnd(result)
        }
        pacer.want(.now())
    }

    private func notePrompt(_ card: String) {
        // A picture that is made from here on has the prompt on it.
        if tellsWhenShown { renderer.awaitFrame(since: .now()) }
        guard options.remembersCards, let id = flow.lastDeck, let deck = flow.deck(id) else { return }
        store.note(seen: card, of: deck, as: id)
        flow.noted(seen: store.seen(of: deck, as: id).count, of: id)
    }

    /// The round is over; a tournament goes on with the next player, whatever comes.
    private func noteEnd(_ outcome: Outcome) {
        flow.finished(outcome)
        lastTournament = flow.tournament ?? lastTournament
        noteScore(outcome)
        carryOut(flow.finishedMode(), cause: .now())
        guard let session, let tournament = flow.tournament, !tournament.isComplete else {
            store.forgetRound()
            return
        }
        keep(session, .now())
    }

    /// Puts the score on its leaderboard, where a person has played for one.
    private func noteScore(_ outcome: Outcome) {
        guard options.player.isPerson else { return }
        isHighScore = store.note(
            outcome, mode: flow.mode, seed: isDecidedBySeed ? sessionSeed : nil,
            player: outcome.player ?? flow.tournament?.lastPlayer)
        isDecidedBySeed = false
        board = store.board(ofMode: flow.mode).map { .init(best: $0.rows, game.theme) }
    }

    /// Keeps the round as it stands, so that it can go on after whatever comes.
    func saveRound(_ now: Instant) {
        guard let session, session.stage.isUnderWay else { return }
        keep(session, now)
    }

    private func keep(_ session: any GameSession, _ now: Instant) {
        guard options.player.isPerson, flow.lastDeck != nil || game.description.usualDeck == nil else { return }
        store.keep(
            SavedRound(
                id: roundID, of: game.description, mode: flow.mode, deck: flow.lastDeck, seconds: roundSeconds,
                state: session.suspended(at: now), tournament: flow.tournament))
    }

    /// Something outside took over: the round pauses and is kept.
    func interruptRound(_ now: Instant) {
        flow.cancelHold()
        loop.interrupt(now)
        saveRound(now)
    }

    func stageChanged(to stage: RoundStage, _ now: Instant) {
        sceneStart = now
        if stage == .finished { spaces.note(at: now) } else { isHighScore = false }
        pacer.restart(now)
        pacer.want(now)
        if stage == .paused { saveRound(now) }
    }

    /// Has the sound follow the preferences in force, which began as the command line had them.
    func applyPreferences() {
        feedback.scheduler.settings = options.sound.settings(flow.preferences)
        feedback.set(flow.preferences.silentSwitch)
    }
}

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
        keeper.forgetRound()
        keeper.begin(
            plan(deck: id), seed: options.seed(ofSession: sessionsBegun),
            isDecidedBySeed: options.seed != nil || game.description.usualDeck == nil)
        start { performer, start throws(ThudError) in
            try game.session(setup, by: performer, start: start)
        }
    }

    /// What is played from now on, with a deck in a game that has any.
    private func plan(deck id: String?) -> RoundPlan {
        RoundPlan(
            mode: flow.mode, deckID: id, deck: id.flatMap { flow.deck($0) }, seconds: flow.preferences.seconds,
            tournament: flow.tournament, rivals: flow.rivals,
            options: flow.choices.options(over: options.gameOptions, of: game.description))
    }

    private var setup: RoundSetup { keeper.setup(flow.preferences, lead: feedback.output.lead) }

    /// Goes on with the round that was saved, with the cards that it was begun with, whatever has become of its deck.
    func resumeSaved() {
        guard let saved = store.takeSavedRound() else {
            flow.lostSavedRound()
            say("another terminal has gone on with the saved round", .now())
            return
        }
        flow.resumed(deck: saved.deck, mode: saved.mode, tournament: saved.tournament)
        var plan = plan(deck: saved.deck)
        plan.seconds = saved.seconds
        keeper.resume(saved, plan, seed: options.seed(ofSession: sessionsBegun))
        start { performer, start throws(ThudError) in
            try game.session(
                resuming: saved.state, lead: feedback.output.lead, seed: keeper.seed, by: performer, start: start)
        }
        // The round was saved under the preferences and the choices of that day.
        runner.session?.reduceMotion(flow.preferences.reduceMotion, at: .now())
        if game.description.variant != nil { followChoices() }
    }

    /// Applies the game's variant as it is chosen now: to rounds to come, and to the present one if its rules can. In a tournament
    /// all play alike.
    func followChoices() {
        guard flow.tournament == nil else { return }
        keeper.plan.options = flow.choices.options(over: options.gameOptions, of: game.description)
        var setup = setup
        setup.length = .seconds(flow.preferences.seconds)
        runner.session?.adopt(setup)
    }

    /// Applies the settings as they are by now to the next round; in a tournament all play alike.
    func followSettings() {
        guard flow.tournament == nil else { return }
        keeper.plan.seconds = flow.preferences.seconds
        followChoices()
    }

    /// Begins the session that `make` makes for a performer from an instant on.
    private func start(_ make: (Performer, Instant) throws(ThudError) -> (any GameSession)?) {
        // The device has to have settled before the first sound.
        let now = max(.now(), feedback.log.start)
        putBackNotice()
        do throws(ThudError) {
            let rounds = flow.tournament?.players.count ?? options.botRounds
            guard let session = try make(options.player.playing(rounds), now) else { return }
            try runner.begin(session)
            desk?.setTiming(&runner.session)
        } catch {
            flow.couldNotBegin()
            say(error.description, now)
            return
        }
        sessionsBegun += 1
        stageChanged(to: runner.session?.stage ?? .ready, now)
        pauseUnseen(now)
        tellOfProblem(now)
    }

    /// Whether the round wants to know when a person sees a prompt. A simulated player has it at once.
    private var tellsWhenShown: Bool { options.player.isPerson && game.description.words.contains(Self.shownWord) }

    /// Tells the round when the first frame with its prompt was on the screen.
    func tellWhenShown() {
        guard let shown = renderer.takeAwaitedFrame() else { return }
        _ = runner.session?.perform(line: Self.shownWord, at: shown)
    }

    /// The line of a script that tells a game that its prompt is on the screen.
    private static let shownWord = "shown"

    func note(_ effect: SessionEffect, _ plan: FeedbackPlan?) {
        switch effect.effect {
        case .cue(let cue, _), .begin(let cue, _):
            cues.follow(feedback.scheduler)
            if let plan { flashes.add(plan, at: effect.cause) }
            if cue.name == game.description.tutorialCue { carryOut(flow.passedTutorial(), cause: effect.cause) }
        case .schedule(_, let due, _):
            if let plan { flashes.add(plan, at: due) }
        case .cancelScheduled, .silence: flashes.cancelComing()
        case .turn, .end, .ignored: break
        case .show(let moment):
            if moment.kind == .prompt { notePrompt(moment.text) }
            // Whatever is worth telling is worth keeping: the program may be killed at any time.
            keeper.save(session, at: effect.cause)
        case .finished(let result): noteEnd(result)
        }
        pacer.want(.now())
    }

    private func notePrompt(_ card: String) {
        // A picture that is made from here on has the prompt on it.
        if tellsWhenShown { renderer.awaitFrame(since: .now()) }
        if let count = keeper.note(seen: card), let id = keeper.plan.deckID { flow.noted(seen: count, of: id) }
    }

    private func noteEnd(_ outcome: Outcome) {
        flow.finished(outcome)
        keeper.plan.tournament = flow.tournament
        lastTournament = flow.tournament ?? lastTournament
        let ending = keeper.finish(outcome, session, at: .now())
        (isHighScore, board) = (ending.isHighScore, ending.board)
        carryOut(flow.finishedMode(), cause: .now())
    }

    /// Something outside took over: the round pauses and is kept.
    func interruptRound(_ now: Instant) {
        flow.cancelHold()
        runner.interrupt(now)
        keeper.save(session, at: now)
    }

    func stageChanged(to stage: RoundStage, _ now: Instant) {
        sceneStart = now
        if stage == .finished { spaces.note(at: now) } else { isHighScore = false }
        pacer.restart(now)
        pacer.want(now)
        if stage == .paused { keeper.save(session, at: now) }
    }

    /// Has the sound follow the preferences in force, which began as the command line had them.
    func applyPreferences() {
        feedback.scheduler.settings = options.sound.settings(flow.preferences)
        feedback.set(flow.preferences.silentSwitch)
    }
}

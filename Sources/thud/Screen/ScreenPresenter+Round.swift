import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudRecords

extension ScreenPresenter {
    func begin(deck id: String?) {
        let deck = id.flatMap { flow.deck($0) }
        guard deck != nil || game.description.usualDeck == nil else { return flow.couldNotBegin() }
        keeper.store?.forgetRound()
        keeper.begin(
            plan(deck: id), seed: options.seed(ofSession: sessionsBegun),
            isDecidedBySeed: options.seed != nil || game.description.usualDeck == nil)
        start { performer, start throws(ThudError) in try game.session(setup, by: performer, start: start) }
    }

    /// Begins the round of the day: the usual deck, 60 s and no variant, with cards that follow from the date.
    func beginDaily() {
        let id = game.description.usualDeck
        var plan = plan(deck: id)
        (plan.tournament, plan.rivals, plan.options, plan.isDaily) = (nil, [], [:], true)
        plan.seconds = Preferences().seconds
        keeper.store?.forgetRound()
        keeper.begin(plan, seed: DailyRound.seed(of: time(nil)), isDecidedBySeed: true)
        start { performer, start throws(ThudError) in try game.session(setup, by: performer, start: start) }
    }

    private func plan(deck id: String?) -> RoundPlan {
        RoundPlan(
            mode: flow.mode, deckID: id, deck: id.flatMap { flow.deck($0) }, seconds: flow.preferences.seconds,
            tournament: flow.tournament, rivals: flow.rivals,
            options: flow.choices.options(over: options.gameOptions, of: game.description))
    }

    private var setup: RoundSetup { keeper.setup(flow.preferences, lead: feedback.output.lead) }

    /// Resumes the saved round with the cards it began with, even if its deck has changed.
    func resumeSaved() {
        guard let saved = store.takeSavedRound() else {
            flow.lostSavedRound()
            say("another terminal continued the saved round", .now())
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
        // Preferences and choices may have changed since the round was saved.
        runner.session?.reduceMotion(flow.preferences.reduceMotion, at: .now())
        if game.description.variant != nil { followChoices() }
        // Without a clock there is nothing to get ready for. The pause is over before a frame could show it.
        guard game.keepsProgress, let start = session?.start else { return }
        runner.loop.rest(until: start)
        runner.session?.press(.resume, at: .now())
        runner.settle()
    }

    /// Applies the chosen variant to future rounds, and to the present one if its rules allow. In a tournament
    /// everyone plays by the same rules, so it changes nothing there.
    func followChoices() {
        guard flow.tournament == nil else { return }
        keeper.plan.options = flow.choices.options(over: options.gameOptions, of: game.description)
        var setup = setup
        setup.length = .seconds(flow.preferences.seconds)
        runner.session?.adopt(setup)
    }

    /// Applies the present settings to the next round, except in a tournament.
    func followSettings() {
        guard flow.tournament == nil else { return }
        keeper.plan.seconds = flow.preferences.seconds
        followChoices()
    }

    /// Starts the session that `make` creates for a performer and a start instant.
    private func start(_ make: (Performer, Instant) throws(ThudError) -> (any GameSession)?) {
        // The device must settle before the first sound.
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

    /// Whether the round must be told when a person sees a prompt. A bot sees it at once.
    private var tellsWhenShown: Bool { options.player.isPerson && game.description.words.contains(Self.shownWord) }

    /// Tells the round when the first frame with its prompt appeared.
    func tellWhenShown() {
        guard let shown = renderer.takeAwaitedFrame() else { return }
        _ = runner.session?.perform(line: Self.shownWord, at: shown)
    }

    /// The script command that tells a game that its prompt is on the screen.
    private static let shownWord = "shown"

    func show(_ effect: SessionEffect, _ plan: FeedbackPlan?) {
        switch effect.effect {
        case .cue(let cue, _), .begin(let cue, _):
            cues.follow(feedback.scheduler)
            if let plan { flashes.add(plan, at: effect.cause) }
            if cue.name == game.description.tutorialCue { carryOut(flow.passedTutorial(), cause: effect.cause) }
        case .schedule(_, let due, _): if let plan { flashes.add(plan, at: due) }
        case .cancelScheduled, .silence: flashes.cancelComing()
        case .turn, .end, .ignored: break
        case .show(let moment):
            if moment.kind == .prompt { recordPrompt(moment.text) }
            // Saved after everything shown, because the program may be killed at any time.
            keeper.save(session, at: effect.cause)
        case .finished(let result): finishRound(result)
        }
        pacer.want(.now())
    }

    private func recordPrompt(_ card: String) {
        // Pictures built from now on show the prompt.
        if tellsWhenShown { renderer.awaitFrame(since: .now()) }
        if let count = keeper.markSeen(card), let id = keeper.plan.deckID { flow.update(seen: count, of: id) }
    }

    private func finishRound(_ outcome: Outcome) {
        flow.finished(outcome)
        keeper.plan.tournament = flow.tournament
        let ending = keeper.finish(outcome, session, at: .now())
        (isHighScore, board) = (ending.isHighScore, ending.board)
        flow.boards = store.boardKeys(seconds: flow.preferences.seconds)
        waitingNotices += ending.achievements.map { $0.notice(of: game.description, inEnglish: flow.isEnglish) }
        carryOut(flow.finishedMode(), cause: .now())
    }

    /// Pauses and saves the round for an outside reason.
    func interruptRound(_ now: Instant) {
        flow.hold.cancel()
        runner.interrupt(now)
        keeper.save(session, at: now)
    }

    func stageChanged(to stage: RoundStage, _ now: Instant) {
        sceneStart = now
        pressed = nil
        if stage == .finished { spaces.restart(at: now) } else { isHighScore = false }
        // A late gesture of one player must not begin the turn of the next.
        if stage == .handOver { flow.confirms.restart(at: now) }
        pacer.restart(now)
        pacer.want(now)
        if stage == .paused { keeper.save(session, at: now) }
    }

    /// Applies the present preferences to the sound. At the start they include the command line's options.
    func applyPreferences() {
        feedback.scheduler.settings = options.sound.settings(flow.preferences)
        feedback.set(flow.preferences.silentSwitch)
    }
}

enum DailyRound {
    /// Returns the seed of the day at a time in seconds since 1970: the day in UTC as a number, such as 20261125. So
    /// everyone plays the same round, and `--seed 20261125` repeats it.
    static func seed(of seconds: Int) -> UInt64 {
        let day = LocalDay(number: seconds / 86_400)
        return UInt64(day.description.filter { $0 != "-" }) ?? 0
    }
}

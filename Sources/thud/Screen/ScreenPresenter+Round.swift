import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudKape
import ThudRecords
import ThudScreens

extension ScreenPresenter {
    /// Begins a session with a deck.
    func begin(deck id: String) {
        guard let deck = flow.deck(id) else { return }
        store.forgetRound()
        takeNewID()
        let seen = options.remembersCards ? store.seen(of: deck, as: id) : []
        let dealer = CardDealer(cards: deck.cards, seed: options.seed(ofSession: sessionsBegun), seen: seen)
        start(KapeState(settings: KapeSettings(rules), dealer: dealer))
    }

    /// The rules of a round that begins now.
    var rules: RoundSetup {
        RoundSetup(
            mode: Kape.description.modes[0].name, length: .seconds(flow.preferences.seconds),
            seed: options.seed(ofSession: sessionsBegun), handsOver: flow.tournament != nil,
            tutorial: options.player.isPerson && !flow.preferences.tutorialDone, lead: feedback.output.lead)
    }

    private func takeNewID() {
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
        store.keep(
            SavedRound(
                id: roundID, deck: saved.deck, seconds: saved.seconds, progress: saved.progress,
                tournament: saved.tournament))
        flow.resumed(deck: saved.deck, tournament: saved.tournament)
        let settings = KapeSettings(
            length: .seconds(saved.seconds), handsOver: saved.tournament != nil,
            countdownLead: feedback.output.lead)
        start(KapeState(settings: settings, progress: saved.progress))
    }

    private func start(_ state: KapeState) {
        // The device has to have settled before the first sound.
        let now = max(.now(), feedback.log.start)
        putBackNotice()
        loop.begin(
            options.player.session(
                state, seed: options.seed(ofSession: sessionsBegun), rounds: flow.tournament?.players.count ?? 1,
                start: now))
        sessionsBegun += 1
        stageChanged(to: state.stage, now)
    }

    func note(_ effect: SessionEffect, _ plan: FeedbackPlan?) {
        switch effect.effect {
        case .cue(let cue), .begin(let cue, _):
            if let plan { flashes.add(plan, at: effect.cause) }
            if cue == KapeCue.tutorial.name { carryOut(flow.passedTutorial(), cause: effect.cause) }
        case .schedule(_, let due):
            if let plan { flashes.add(plan, at: due) }
        case .cancelScheduled: flashes.cancelComing()
        case .turn, .end: break
        case .show(let moment): if moment.kind == .prompt { noteCard(moment.text, effect.cause) }
        case .finished(let result): noteEnd(result)
        }
        pacer.want(.now())
    }

    private func noteCard(_ card: String, _ now: Instant) {
        if options.remembersCards, let id = flow.lastDeck, let deck = flow.deck(id) {
            store.note(seen: card, of: deck, as: id)
            flow.noted(seen: store.seen(of: deck, as: id).count, of: id)
        }
        saveRound(now)
    }

    /// The round is over; a tournament goes on with the next player, whatever comes.
    private func noteEnd(_ result: Outcome) {
        flow.finished(result)
        lastTournament = flow.tournament ?? lastTournament
        guard let session, let tournament = flow.tournament, !tournament.isComplete else {
            store.forgetRound()
            return
        }
        let length = session.round.settings.length
        keep(KapeProgress(dealer: session.round.progress.dealer, length: length), session)
    }

    /// Keeps the round as it stands, so that it can go on after whatever comes.
    func saveRound(_ now: Instant) {
        guard let session, session.round.stage.isUnderWay else { return }
        keep(session.round.snapshot(at: now), session)
    }

    private func keep(_ progress: KapeProgress, _ session: KapeSession) {
        guard options.player.isPerson, let deck = flow.lastDeck else { return }
        store.keep(
            SavedRound(
                id: roundID, deck: deck, seconds: session.round.settings.length.seconds, progress: progress,
                tournament: flow.tournament))
    }

    /// Something outside took over: the round pauses and is kept.
    func interruptRound(_ now: Instant) {
        flow.cancelHold()
        loop.session?.press(.interruption, at: now)
        saveRound(now)
    }

    func stageChanged(to stage: RoundStage, _ now: Instant) {
        sceneStart = now
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

import ThudCore
import ThudCues
import ThudFeedback
import ThudGames
import ThudRecords
import ThudScreens

extension ScreenRunner {
    /// Begins a session with a deck.
    func begin(deck id: String) {
        guard let deck = flow.deck(id) else { return }
        keeper.forgetRound()
        takeNewID()
        let seen = setup.remembersCards ? keeper.seen(of: deck, as: id) : []
        let dealer = CardDealer(cards: deck.cards, seed: setup.seed(ofSession: sessionsBegun), seen: seen)
        start(KapeState(settings: rules, dealer: dealer))
    }

    /// The rules of a round that begins now.
    private var rules: KapeSettings {
        KapeSettings(
            length: .seconds(flow.preferences.seconds),
            tutorial: setup.player.isPerson && !flow.preferences.tutorialDone, handsOver: flow.tournament != nil,
            countdownLead: stage.output.lead)
    }

    /// Hands a command to the session. Another round follows the settings as they are by then, unless it is one of a
    /// tournament, where all play alike.
    func press(_ command: KapeCommand, cause: Instant) {
        if command == .playAgain, flow.tournament == nil { session?.adopt(rules) }
        session?.press(command, at: cause)
    }

    private func takeNewID() {
        roundID = .random(in: .min ... .max)
        keeper.claim(round: roundID)
    }

    /// Begins with a deck, without a title: a bot has no use for one.
    func startAtOnce(_ deck: String) {
        flow.startAtOnce(deck: deck)
        begin(deck: deck)
    }

    /// Goes on with the round that was saved, with the cards that it was begun with, whatever has become of its deck.
    func resumeSaved() {
        guard let saved = keeper.takeSavedRound() else {
            flow.lostSavedRound()
            say("another terminal has gone on with the saved round", .now())
            return
        }
        takeNewID()
        keeper.keep(
            SavedRound(
                id: roundID, deck: saved.deck, seconds: saved.seconds, progress: saved.progress,
                tournament: saved.tournament))
        flow.resumed(deck: saved.deck, tournament: saved.tournament)
        let settings = KapeSettings(
            length: .seconds(saved.seconds), handsOver: saved.tournament != nil,
            countdownLead: stage.output.lead)
        start(KapeState(settings: settings, progress: saved.progress))
    }

    private func start(_ state: KapeState) {
        // The device has to have settled before the first sound.
        let now = max(.now(), stage.journal.start)
        putBackNotice()
        session = setup.player.session(
            state, seed: setup.seed(ofSession: sessionsBegun), rounds: flow.tournament?.players.count ?? 1, start: now)
        stage.beginRound()
        sessionsBegun += 1
        sceneChanged(to: state.scene, now)
    }

    /// Carries out what the session asks for.
    func carryOut(_ effect: KapeSession.Effect, _ clocks: FeedbackScheduler.Clocks) {
        let plan = stage.carryOut(effect, clocks)
        switch effect.effect {
        case .feedback(let cue):
            if let plan { lights.add(plan, at: effect.cause) }
            if cue == KapeCue.tutorial.name { carryOut(flow.passedTutorial(), cause: effect.cause) }
        case .schedule(_, let due):
            if let plan { lights.add(plan, at: due) }
        case .cancelScheduled: lights.cancelComing()
        case .cardShown(let card): noteCard(card, effect.cause)
        case .finished(let result): noteEnd(result)
        }
        pacer.want(.now())
    }

    private func noteCard(_ card: String, _ now: Instant) {
        if setup.remembersCards, let id = flow.lastDeck, let deck = flow.deck(id) {
            keeper.note(seen: card, of: deck, as: id)
            flow.noted(seen: keeper.seen(of: deck, as: id).count, of: id)
        }
        saveRound(now)
    }

    /// The round is over; a tournament goes on with the next player, whatever comes.
    private func noteEnd(_ result: KapeResult) {
        flow.finished(result)
        lastTournament = flow.tournament ?? lastTournament
        guard let session, let tournament = flow.tournament, !tournament.isComplete else {
            keeper.forgetRound()
            return
        }
        let length = session.state.settings.length
        keep(KapeProgress(dealer: session.state.progress.dealer, length: length), session)
    }

    /// Keeps the round as it stands, so that it can go on after whatever comes.
    func saveRound(_ now: Instant) {
        guard let session, session.state.isUnderWay else { return }
        keep(session.state.snapshot(at: now), session)
    }

    private func keep(_ progress: KapeProgress, _ session: KapeSession) {
        guard setup.player.isPerson, let deck = flow.lastDeck else { return }
        keeper.keep(
            SavedRound(
                id: roundID, deck: deck, seconds: session.state.settings.length.seconds, progress: progress,
                tournament: flow.tournament))
    }

    /// Something outside took over: the round pauses and is kept.
    func interruptRound(_ now: Instant) {
        flow.cancelHold()
        session?.press(.interruption, at: now)
        saveRound(now)
    }

    /// The screen shows another part of the round.
    func sceneChanged(to scene: KapeState.Scene, _ now: Instant) {
        sceneStart = now
        pacer.restart(now)
        pacer.want(now)
        if scene == .paused { saveRound(now) }
    }
}

import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudPlayback
import ThudRecords

/// A session without a screen, from start to end.
struct PlainPlay {
    let request: PlayRequest

    func run() throws -> PlayOutcome {
        let assets = try Assets.find()
        // A person's progress is shared with the screen; that of a bot or a script is not kept.
        let store = request.player.isPerson ? try ProgressStore(request.game, isRemembering: true, decks: []) : nil
        let preferences = request.sound.preferences(over: store?.preferences ?? Preferences())
        let round = try PlainRound(request, preferences, assets, store)
        // A recording replaces an earlier file, so it starts only when nothing else can fail.
        try store?.claimBook()
        let feedback = try FeedbackOutput.open(request, assets, clock: request.clock)
        // Nothing has to be redrawn, so changes of the terminal's size and the end of a stop do not matter. A stop
        // cannot harm a round on a virtual clock.
        let interrupts = Interrupts(feedback.output.engine.isVirtual ? [] : .stopRequested)
        let runner = SessionRunner(player: request.player, feedback: feedback, interrupts: interrupts)
        runner.motion = request.motion
        if store != nil {
            feedback.scheduler.settings = request.sound.settings(preferences)
            feedback.set(preferences.silentSwitch)
        }
        for notice in store?.notices ?? [] { Console.remark(notice) }
        let presenter = LinePresenter(request, round, preferences, runner, store)
        let signal = try Console.withQueuedRemarks { try presenter.run() }
        for problem in store?.close() ?? [] { Console.remark("thud: \(problem)") }
        try feedback.close(presenter.report(isInterrupted: signal != nil), isJSON: request.isJSON)
        return (signal, feedback.verdict.failure)
    }
}

/// The round to play without a screen: the requested one or the saved one.
struct PlainRound {
    /// The round to resume; nil if a new one begins.
    let saved: SavedRound?
    let plan: RoundPlan
    /// Whether a game with two languages speaks English.
    let isEnglish: Bool

    /// Finds the deck and the players, or takes the saved round and claims it for this program. Throws if the deck is
    /// missing or broken, or there is no round to resume.
    init(_ request: PlayRequest, _ preferences: Preferences, _ assets: Assets, _ store: ProgressStore?) throws {
        let game = request.game.description
        isEnglish = game.speaksEnglish(preferences)
        let choices = store.map { GameChoices($0.choices, of: game) }
        // Choices made on a screen hold here, too; options on the command line override them.
        let options = request.gameOptions.merging(choices?.options(over: [:], of: game) ?? [:]) { given, _ in given }
        func deck(_ name: String) throws -> NamedDeck {
            try NamedDeck(name, of: game.name, assets, assets.shelf(of: game.name))
        }
        if request.isResuming, let store {
            let saved = try store.roundToResume()
            self.saved = saved
            plan = RoundPlan(
                mode: saved.mode, deckID: saved.deck, deck: saved.deck.flatMap { try? deck($0).deck },
                seconds: saved.seconds, tournament: saved.tournament, rivals: request.match, options: options)
            return
        }
        let named = try (request.deck ?? game.usualDeck).map(deck)
        saved = nil
        plan = RoundPlan(
            // Without a mode on the command line, the last one chosen on a screen counts.
            mode: game.mode(request.mode ?? choices?.mode)?.name ?? "", deckID: named?.id, deck: named?.deck,
            seconds: request.seconds ?? preferences.seconds,
            tournament: request.players.isEmpty
                ? nil : try Tournament(players: request.players, unnamed: game.unnamedPlayer(inEnglish: isEnglish)),
            rivals: request.match, options: options)
    }
}

extension GameDescription {
    /// Whether a game with two languages speaks English without a screen, on which a person could be asked.
    func speaksEnglish(_ preferences: Preferences) -> Bool {
        let language = preferences.language == .follow ? StartupState.systemLanguage : preferences.language
        return isGlossed && language != .own
    }
}

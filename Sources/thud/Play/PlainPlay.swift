import ThudCore
import ThudFeedback
import ThudGameKit
import ThudPlayback

/// A session without a screen, from start to end.
struct PlainPlay {
    let request: PlayRequest

    func run() throws -> PlayOutcome {
        let assets = try Assets.find()
        let game = request.game.description
        // A person's progress is shared with the screen; that of a bot or a script is not kept.
        let store = request.player.isPerson ? try ProgressStore(request.game, isRemembering: true, decks: []) : nil
        let preferences = request.sound.preferences(over: store?.preferences ?? Preferences())
        let round = try PlainRound(request, preferences, assets, store)
        let feedback = try FeedbackOutput.open(
            request.sound, assets, game: game, withoutDevice: request.standIn, clock: request.clock,
            keepsReports: request.isJSON)
        if request.sound.verbose { Console.remark("Playing through \(feedback.output.engine.health.device)") }
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
        return PlayOutcome(signal: signal, failure: feedback.verdict.failure)
    }
}

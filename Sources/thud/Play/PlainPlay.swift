import ThudCore
import ThudFeedback
import ThudGames
import ThudPlayback

/// A round without a screen: a line for each thing that happens.
struct PlainPlay {
    let request: PlayRequest

    /// Plays it to its end.
    func run() throws -> PlayOutcome {
        let assets = try Assets.find()
        let setup = try setup(assets)
        let stage = try FeedbackOutput.open(
            request.sound, assets, game: request.game, keepsReports: request.isJSON)
        if request.sound.verbose { Console.remark("Playing through \(stage.output.engine.health.device)") }
        let runner = RoundRunner(setup, stage: stage)
        let signal = runner.run()
        try stage.close(
            isJSON: request.isJSON, report: runner.report(isInterrupted: signal != nil), lines: runner.closingLines())
        return PlayOutcome(signal: signal, failure: stage.verdict.failure)
    }

    private func setup(_ assets: Assets) throws -> RoundSetup {
        RoundSetup(
            deck: try assets.deck(request.deck ?? PlayRequest.usualDeck, of: request.game), player: request.player,
            seed: request.seed ?? (request.player.isPerson ? .random(in: 0...UInt64(UInt32.max)) : PlayRequest.standIn),
            seconds: request.seconds ?? PlayRequest.usualSeconds,
            tournament: request.players.isEmpty ? nil : try Tournament(players: request.players))
    }
}

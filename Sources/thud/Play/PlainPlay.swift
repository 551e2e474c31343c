import Feedback
import Games
import JSONText
import Playback

/// A round without a screen: a line for each thing that happens.
struct PlainPlay {
    let request: PlayRequest

    /// Plays it: the number of the signal that ended it early, if one did.
    func run() throws -> Int32? {
        let assets = try Assets.find()
        let setup = try setup(assets)
        let output = try SoundOutput.open(request.sound)
        let runner: RoundRunner
        let signal: Int32?
        do {
            let stage = try RoundStage.open(
                output, request.sound, assets, game: request.game, keepsReports: request.isJSON)
            if request.sound.verbose { Console.remark("Playing through \(output.engine.health.device)") }
            runner = RoundRunner(setup, stage: stage)
            signal = runner.run()
        } catch {
            try? output.close()
            throw error
        }
        let report = runner.report(isInterrupted: signal != nil)
        let closing = Result { try output.close() }
        if request.isJSON {
            Console.result(report.json.text(.pretty))
        } else {
            for line in runner.verdict() { Console.result(line) }
        }
        // What was measured is told even where the recording failed.
        try closing.get()
        return signal
    }

    private func setup(_ assets: Assets) throws -> RoundSetup {
        RoundSetup(
            deck: try assets.deck(request.deck ?? PlayRequest.usualDeck, of: request.game), player: request.player,
            seed: request.seed ?? (request.player.isPerson ? .random(in: 0...UInt64(UInt32.max)) : PlayRequest.standIn),
            seconds: request.seconds ?? PlayRequest.usualSeconds,
            tournament: request.players.isEmpty ? nil : try Tournament(players: request.players))
    }
}

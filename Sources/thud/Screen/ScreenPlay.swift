import ThudCore
import ThudPlayback
import ThudScreens
import ThudTerminal

/// Kape on a terminal's screen, from its first frame to its last.
struct ScreenPlay {
    let request: PlayRequest

    /// Plays the evening to its end.
    ///
    /// - Parameter terminal: a terminal that has not been entered yet.
    func run(on terminal: consuming TerminalSession) throws -> PlayOutcome {
        let began = Instant.now()
        let assets = try Assets.find()
        let opening = try KapeOpening(request, assets)
        let interrupts = Interrupts()
        // Declared first, so that it happens last: after the screen is gone.
        defer { Console.release() }
        Console.hold()
        var screen = ScreenOutput(terminal)
        screen.enter()
        // The title stands before the sound is there: a device may take its time.
        let letters = LetterCase.usual()
        screen.show(opening.picture(at: began).canvas(screen.terminal.size, letters: letters).grid, due: began)
        let stage: FeedbackOutput
        do {
            stage = try FeedbackOutput.open(request.sound, assets, game: request.game, keepsReports: request.isJSON)
        } catch {
            screen.leave()
            throw error
        }
        let runner = ScreenRunner(opening, stage: stage, screen: screen, letters: letters, interrupts: interrupts)
        let signal = runner.run()
        Console.release()
        for problem in runner.keeper.close() { Console.remark("thud: \(problem)") }
        try stage.close(
            isJSON: request.isJSON, report: runner.report(isInterrupted: signal != nil), lines: runner.closingLines())
        return PlayOutcome(signal: signal, failure: stage.verdict.failure)
    }
}

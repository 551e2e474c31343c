import Games
import JSONText
import Lettering
import Playback
import Screens
import Terminal
import Timebase

/// Kape on a terminal's screen, from its first frame to its last.
struct ScreenPlay {
    let request: PlayRequest

    /// Plays: the number of the signal that ended the evening early, if one did.
    ///
    /// - Parameter terminal: a terminal that has not been entered yet.
    func run(on terminal: consuming TerminalSession) throws -> Int32? {
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
        let letters = LetterCase(try? .find())
        screen.show(opening.picture(at: began).canvas(screen.terminal.size, letters: letters).grid, due: began)
        let output = try SoundOutput.open(request.sound)
        let runner: ScreenRunner
        do {
            let stage = try RoundStage.open(
                output, request.sound, assets, game: request.game, keepsReports: request.isJSON)
            runner = ScreenRunner(opening, stage: stage, screen: screen, letters: letters, interrupts: interrupts)
        } catch {
            try? output.close()
            throw error
        }
        let signal = runner.run()
        Console.release()
        try tell(runner, isInterrupted: signal != nil)
        return signal
    }

    /// Says at the end what was measured, and what could not be kept.
    private func tell(_ runner: ScreenRunner, isInterrupted: Bool) throws {
        for problem in runner.keeper.close() { Console.remark("thud: \(problem)") }
        let report = runner.report(isInterrupted: isInterrupted)
        let closing = Result { try runner.stage.output.close() }
        if request.isJSON {
            Console.result(report.json.text(.pretty))
        } else {
            for line in runner.verdict() { Console.result(line) }
        }
        // What was measured is told even where the recording failed.
        try closing.get()
    }
}

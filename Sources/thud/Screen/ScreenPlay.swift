import Games
import JSONText
import Lettering
import Playback
import Records
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
        let interrupts = Interrupts(forScreen: true)
        Console.hold()
        defer { Console.release() }
        var screen = ScreenOutput(terminal)
        screen.enter()
        // The title stands before the sound is there: a device may take its time.
        let letters = LetterCase.usual()
        screen.show(opening.picture(at: began).canvas(screen.terminal.size, letters: letters).grid, due: began)
        let output = try SoundOutput.open(request.sound)
        let runner: ScreenRunner
        let signal: Int32?
        do {
            let stage = try RoundStage.open(
                output, request.sound, assets, game: request.game, keepsReports: request.isJSON)
            runner = ScreenRunner(
                opening.setup, flow: opening.flow, stage: stage, keeper: opening.keeper, screen: screen,
                letters: letters, interrupts: interrupts)
            for notice in opening.notices { runner.say(notice, .now()) }
            signal = runner.run()
        } catch {
            try? output.close()
            throw error
        }
        return signal
    }
}

import ArgumentParser
import Feedback
import Games
import JSONText
import Playback

/// `thud play`: a live round with sound.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: """
            Example: thud play kape --deck gurbet --seconds 30

            Play a live round with sound. The arrow keys move a simulated head: down for correct, up for pass. Without a \
            terminal a simulated player plays.

            Ends with 1 where a device played and a triggered cue came later than 50 ms, or any cue was not heard.
            """)

    @Argument(help: ArgumentHelp("The game: kape.", valueName: "game"))
    var game = "kape"

    @Option(help: ArgumentHelp("mix, ushqim, gurbet, vip, or a deck's file.", valueName: "name"))
    var deck = "mix"

    @Option(help: ArgumentHelp("The length of a round.", valueName: "n"))
    var seconds = 60.0

    @Option(help: ArgumentHelp("Let a simulated player play; the same seed plays the same round.", valueName: "seed"))
    var bot: UInt64?

    @Option(help: ArgumentHelp("Take inputs from a file: one `SECONDS NAME` a line.", valueName: "file"))
    var script: String?

    @Option(help: ArgumentHelp("Deal the same cards again; otherwise each session deals others.", valueName: "seed"))
    var seed: UInt64?

    @Flag(help: "At the end: score, cues with their times, latencies, as JSON.")
    var json = false

    @OptionGroup var sound: SoundOptions

    /// The seed of the player who plays where nobody does.
    private static let standIn: UInt64 = 7

    func validate() throws {
        guard game == "kape" else { throw ValidationError("there is no game \(game); this version plays kape") }
        guard seconds >= 1, seconds <= 3600 else {
            throw ValidationError("--seconds takes 1 to 3600, not \(StatusLine.fixed(seconds, 1))")
        }
        guard bot == nil || script == nil else {
            throw ValidationError("--bot and --script both want to play; choose one")
        }
        guard bot == nil || seed == nil else {
            throw ValidationError("--bot deals the cards by its own seed; leave --seed out")
        }
    }

    func run() throws {
        let assets = try Assets.find()
        let path = try assets.deckFile(deck, of: game)
        let setup = RoundSetup(
            deck: try Deck(parsing: SourceFile.read(path), file: path), player: try player(),
            seed: bot ?? seed ?? chosenSeed, seconds: seconds)
        // Before anything is opened, so that a broken cue costs neither a recording of before nor leaves one of nothing.
        var library = try cues(assets, sampleRate: PCMRequest().sampleRate)
        let output = try SoundOutput.open(sound)
        let signal: Int32?
        let runner: RoundRunner
        do {
            if output.engine.sampleRate != PCMRequest().sampleRate {
                library = try cues(assets, sampleRate: output.engine.sampleRate)
            }
            let scheduler = FeedbackScheduler(
                engine: output.engine, hapticEngine: output.hapticEngine, library: library, settings: sound.settings)
            runner = RoundRunner(
                setup, output: output, scheduler: scheduler, silentSwitch: SilentSwitch(sound.silentSwitch))
            if sound.verbose { Console.remark("Playing through \(output.engine.health.device)") }
            signal = runner.run()
        } catch {
            try? output.close()
            throw error
        }
        let report = runner.report(isInterrupted: signal != nil)
        let failure = runner.verdict.failure
        let closing = Result { try output.close() }
        if json {
            Console.result(report.json.text(.pretty))
        } else {
            for line in runner.closingLines() { Console.result(line) }
        }
        // What was measured is told even where the recording failed.
        try closing.get()
        if let signal { Interrupts.end(by: signal) }
        if let failure { throw failure }
    }

    /// The cues of the game, each of which must be there: one that is missing would be missed in mid-round.
    private func cues(_ assets: Assets, sampleRate: Int) throws -> CueLibrary {
        let folder = assets.sounds(of: game)
        let library = try CueLibrary(folder: folder, sampleRate: sampleRate)
        for cue in KapeCue.allCases where library.cues[cue.name.description] == nil {
            throw CommandError(.badInput, "\(folder) has no cue \(cue.name); add \(cue.name.name).ahap")
        }
        return library
    }

    private func player() throws -> Player {
        if let script {
            let text = try SourceFile.read(script)
            return .script(try InputScript(parsing: String(decoding: text, as: UTF8.self), file: script))
        }
        if bot != nil { return .bot }
        if Console.isInteractive { return .keys }
        Console.remark("No terminal is attached, so a simulated player plays (--bot \(PlayCommand.standIn)).")
        return .bot
    }

    /// A person gets other cards each time; a stand-in and a script always the same.
    private var chosenSeed: UInt64 {
        script == nil && Console.isInteractive ? UInt64.random(in: 0...UInt64(UInt32.max)) : PlayCommand.standIn
    }
}

import ArgumentParser
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudGames
import ThudTerminal

struct TuneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "tune", example: "thud tune pocket --bot 3",
        about: "Tune the feedback of a game while a round runs, and save it as AHAP files.",
        discussion: """
            The knobs are below the round: loudness and pitch of a cue's sounds, strength, sharpness and delay of its \
            haptics. ctrl-t moves the keys to them and back. A file that you save in the game's folder is heard at once. \
            Settings and unlocked decks are those of thud play. Scores and settings made here are not kept.
            """)

    @Argument(
        help: ArgumentHelp("Game to tune: \(Games.names.joined(separator: ", ")).", valueName: "game"),
        completion: .named("game"))
    var game = Games.usual.description.name

    @Option(Games.modeHelp, value: "mode") var mode: String?

    @Option("Let a simulated player play, round after round; seed: 0 to 2^64 - 1.", number: "seed")
    var bot: TypedNumber<UInt64>?

    @Option("Seconds of a round: 1 to 3600 (default: 60).", number: "n") var seconds: TypedNumber<Double>?

    @Option("Folder in which s saves the changes (default: thud-tuned/GAME).", value: "folder") var into: String?
    @OptionGroup var sound: SoundOptions

    func validate() throws {
        try sound.check()
        try Games.chosen(game).description.check(mode: mode, seconds: seconds)
        try Usage.refuseEmpty([("--mode", "a mode's name", mode), ("--into", "a folder", into)])
    }

    func run() throws {
        guard Console.hasScreen, let terminal = TerminalSession(.screen) else {
            throw ThudError(.usage, "thud tune needs a screen; \(Console.screenAdvice)")
        }
        let outcome = try ScreenPlay(request: request()).run(on: terminal)
        if let signal = outcome.signal { Interrupts.end(by: signal) }
    }

    private func request() throws -> PlayRequest {
        let game = try Games.chosen(game)
        let name = game.description.name
        return PlayRequest(
            game: game, mode: mode, player: bot == nil ? .person : .bot(rounds: 1), seed: bot?.value,
            seconds: seconds?.value, hasPanel: true, sound: sound, tuningTarget: into ?? "thud-tuned/\(name)")
    }
}

extension PlayRequest {
    /// Creates the tuner for the round's cues; nil if no tuning is requested.
    func tuner(_ assets: Assets, sampleRate: Int) throws(ThudError) -> CueTuner? {
        guard let tuningTarget else { return nil }
        return try CueTuner(
            folder: assets.sounds(of: game.description.name), sampleRate: sampleRate, savingInto: tuningTarget)
    }
}

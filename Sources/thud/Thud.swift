import ArgumentParser
import Glibc
import ThudTerminal

/// The root command. Help opens with a working example. Results go to standard output, remarks to standard error.
struct Thud: ParsableCommand {
    static let version = "0.2.0"

    static let configuration = CommandConfiguration(
        commandName: "thud",
        abstract: """
            Example: thud play --bot 7 --seconds 20

            Play the sounds and haptic patterns of games through ALSA, beside other programs, make and convert patterns, \
            and measure the latency from trigger to output. Without a command, a terminal shows the games.
            """,
        discussion: """
            Exit codes: 0 success, 1 failed check, 2 wrong usage, 3 no device, 4 bad input.
            Environment:
              THUD_DEVICE      the PCM to play through
              THUD_ASSETS      the folder with Sounds and Decks
              NO_COLOR         lines and screens without colours
              XDG_DATA_HOME    scores, saved rounds, decks of your own
              XDG_CONFIG_HOME  settings
            """,
        version: version,
        groupedSubcommands: [
            .init(
                name: "Game", subcommands: [PlayCommand.self, TuneCommand.self, ScoresCommand.self, DecksCommand.self]),
            .init(
                name: "Pattern",
                subcommands: [
                    AuditionCommand.self, NewCommand.self, EditCommand.self, DiffCommand.self, ConvertCommand.self,
                    GalleryCommand.self,
                ]),
            .init(name: "Measurement", subcommands: [BenchCommand.self, DevicesCommand.self, DoctorCommand.self]),
            .init(
                name: "Cue and sound",
                subcommands: [
                    ListenCommand.self, SendCommand.self, NamesCommand.self, RenderCommand.self, WhyCommand.self,
                    SoundsCommand.self,
                ]),
        ])

    /// Opens the launcher on a terminal. Everywhere else the help appears, and also in a pager.
    func run() throws {
        // The terminal's guard process must start before any thread.
        guard isatty(STDOUT_FILENO) == 1, Console.hasScreen, let terminal = TerminalSession(.screen) else {
            throw CleanExit.helpRequest(self)
        }
        try Launcher(terminal: terminal).run()
    }
}

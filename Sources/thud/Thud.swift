import ArgumentParser
import CThudSystem
import ThudPlayback

/// The root command. Help opens with a working example. Results go to standard output, remarks to standard error.
struct Thud: ParsableCommand {
    static let version = "0.2.0"

    static let configuration = CommandConfiguration(
        commandName: "thud",
        abstract: """
            Example: thud play --bot 7 --seconds 20

            A feedback simulator for games: sounds paired with haptic patterns, played through ALSA beside everything \
            else that plays, and timed from trigger to output.
            """,
        discussion: """
            Exit codes: 0 fine, 1 budget missed or check failed, 2 usage, 3 no device, 4 bad input.
            Environment: THUD_DEVICE names the PCM, THUD_ASSETS the folder that holds Sounds and Decks, XDG_DATA_HOME \
            that in which records and own decks are kept, XDG_CONFIG_HOME that of the settings; where NO_COLOR is set, lines are without colours.
            """,
        version: version,
        subcommands: [
            PlayCommand.self, TuneCommand.self, ListenCommand.self, BenchCommand.self, AuditionCommand.self,
            RenderCommand.self, ConvertCommand.self, GalleryCommand.self, DevicesCommand.self, DoctorCommand.self,
            SoundsCommand.self,
            DecksCommand.self, ScoresCommand.self, WhyCommand.self,
        ])
}

/// Runs the requested command. `Failure` turns every error into a sentence and an exit code.
@main
enum Main {
    static func main() {
        Console.prepare()
        ServerStream.prepare()
        do {
            var command = try Thud.parseAsRoot(LintLevel.spelledOut(Arguments.given))
            thud_release_program_pages()
            try command.run()
            try Console.checkResults()
        } catch {
            Failure.end(with: error)
        }
    }
}

/// The command-line arguments after the program's name.
enum Arguments {
    static let given: [String] = {
        var given: [String] = []
        while let argument = thud_argument(Int32(given.count + 1)) { given.append(String(cString: argument)) }
        return given
    }()
}

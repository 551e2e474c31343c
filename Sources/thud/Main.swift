import ArgumentParser
import CThudSystem
import ThudPlayback

/// Runs the command that was asked for; every way out goes through one place that knows sentences and exit codes.
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

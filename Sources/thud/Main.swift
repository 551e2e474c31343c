import ArgumentParser
import CThudSystem
import ThudPlayback

/// Runs the requested command. `Failure` turns every error into a sentence and an exit code.
@main
enum Main {
    static func main() {
        Console.prepare()
        ServerStream.prepare()
        do {
            var command = try Thud.parseAsRoot(Arguments.spelledOut())
            try Limits.check()
            thud_release_program_pages()
            try command.run()
            try Console.checkResults()
            ExitStatus.fine.end()
        } catch {
            Failure.end(with: error)
        }
    }
}

import ArgumentParser
import Glibc

/// Runs the command that was asked for; every way out goes through one place that knows sentences and exit codes.
@main
enum Main {
    static func main() {
        // A reader that goes away must not end a round, nor leave a recording or a terminal unfinished.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try Thud.parseAsRoot()
            try command.run()
        } catch {
            Failure.end(with: error)
        }
    }
}

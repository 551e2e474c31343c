import ArgumentParser
import Glibc
import ThudCore

struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: """
            Example: thud send kape/correct

            Send lines to `thud listen --socket`, and wait until each is answered.
            """,
        discussion: """
            Each argument is a line, for example '+0.25 kape/tick'. Without arguments, lines are read from standard input. \
            Exits with 1 if a cue was not heard, and with 4 if a line was invalid or nobody listens.
            """)

    @Argument(help: "The lines; `thud listen --help` shows them.") var lines: [String] = []

    @Option(help: ArgumentHelp("Path of the socket (default: $XDG_RUNTIME_DIR/thud/listen).", valueName: "path"))
    var socket: String?

    @Flag(help: "Print the answers as lines of JSON.") var json = false

    func run() throws {
        let path = try socket ?? SocketDoor.usualPath()
        let descriptor = try UnixSocket.connect(to: path)
        defer { close(descriptor) }
        if lines.isEmpty {
            UnixSocket.forEachLine(from: STDIN_FILENO) { UnixSocket.write(Array("\($0)\n".utf8), to: descriptor) }
        } else {
            UnixSocket.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: descriptor)
        }
        // The service closes the connection once everything is answered.
        shutdown(descriptor, Int32(SHUT_WR))
        var (unheard, wrong, isServed) = (0, 0, false)
        try UnixSocket.forEachLine(from: descriptor) { line in
            isServed = true
            if json { Console.result(line) }
            let answer = try JSONReader(Array(line.utf8), file: "the service")
            if let message = try answer.optional("message")?.string() {
                wrong += 1
                Console.remark("thud: \(message)")
            }
            if let outcome = try answer.optional("outcome")?.string() {
                unheard += ["unheard", "refused", "unknown"].contains(outcome) ? 1 : 0
            }
            if !json, let names = try answer.optional("names") {
                for name in try names.elements() { Console.result(try name.member("name").string()) }
            }
        }
        guard isServed else {
            throw ThudError(.badInput, "the service on \(path) refused to answer: it has another user, or 100 clients")
        }
        if wrong > 0 { throw ThudError(.badInput, "rejected \(Count.of(wrong, "line"))") }
        if unheard > 0 { throw ThudError(.checkFailed, "\(Count.of(unheard, "cue was", "cues were")) not heard") }
    }
}

import ArgumentParser
import Glibc
import ThudCore
import ThudCues

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
        var (sent, answers) = (CueLineReader(file: "thud send"), Answers())
        let bytes = lines.isEmpty ? [] : Array((lines.joined(separator: "\n") + "\n").utf8)
        answers.expect(for: sent.take(bytes[...]))
        try UnixSocket.exchange(
            bytes, input: lines.isEmpty ? STDIN_FILENO : nil, with: descriptor,
            read: { answers.expect(for: sent.take($0)) },
            { line in
                if json { Console.result(line) }
                try answers.take(JSONReader(Array(line.utf8), file: "the service"), printsNames: !json)
            })
        answers.expect(for: sent.finish())
        try answers.check(from: path)
    }
}

/// The answers of a service, by what they say.
private struct Answers {
    /// How many cues and wrong lines are not answered yet. An answer to a wrong line is counted with `wrong`.
    private var missing = 0
    private var (all, wrong, unheard) = (0, 0, 0)

    mutating func expect(for lines: [Result<CueLine, ThudError>]) {
        missing += lines.count { (try? $0.get()).map { $0.cue != nil } ?? true }
    }

    mutating func take(_ answer: JSONReader, printsNames: Bool) throws {
        all += 1
        if let message = try answer.optional("message")?.string() {
            wrong += 1
            Console.remark("thud: \(message)")
        }
        if let outcome = try answer.optional("outcome")?.string() {
            missing -= 1
            unheard += ["unheard", "refused", "unknown"].contains(outcome) ? 1 : 0
        }
        // What a report says that was dropped is not known.
        if let dropped = try answer.optional("lines")?.integer(in: 0...Int.max) { missing -= dropped }
        guard printsNames, let names = try answer.optional("names") else { return }
        for name in try names.elements() { Console.result(try name.member("name").string()) }
    }

    func check(from path: String) throws(ThudError) {
        if all == 0 {
            throw ThudError(.badInput, "the service on \(path) refused to answer: it has another user, or 100 clients")
        }
        if missing > wrong {
            let lines = Count.of(missing - wrong, "line was", "lines were")
            throw ThudError(.badInput, "the service on \(path) ended before \(lines) answered")
        }
        if wrong > 0 { throw ThudError(.badInput, "rejected \(Count.of(wrong, "line"))") }
        if unheard > 0 { throw ThudError(.checkFailed, "\(Count.of(unheard, "cue was", "cues were")) not heard") }
    }
}

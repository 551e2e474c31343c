import ArgumentParser
import Glibc
import Synchronization
import ThudCore
import ThudCues

struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "send", example: "thud send kape/correct",
        about: "Send lines to `thud listen --socket`, and wait until each is answered.",
        discussion: """
            Each argument is a line, for example '+0.25 kape/tick'. With - or without arguments, lines are read from standard \
            input. \
            Exits with 1 if a cue was cancelled or not heard, and with 4 if a line was invalid or nobody listens.
            """)

    @Argument(help: "The lines; `thud listen --help` shows them.", completion: .named("cue")) var lines: [String] = []

    @Option("Path of the socket (default: $XDG_RUNTIME_DIR/thud/listen).", value: "path") var socket: String?

    @Flag(help: "Print the answers as lines of JSON.") var json = false

    func validate() throws { try Usage.refuseEmpty([("--socket", "the path of a socket", socket)]) }

    func run() throws {
        let path = try socket ?? SocketDoor.usualPath()
        let service = "thud listen --socket" + (socket.map { "=\($0)" } ?? "")
        let descriptor = try UnixSocket.connect(to: path, remedy: "; start `\(service)`")
        // Another thread sends, so that answers are read at any time.
        let sender = Sender(lines == [PatternOutput.standard] ? [] : lines)
        PlainThread(name: "thud-send").start { sender.send(to: descriptor) }
        var answers = Answers()
        let stream = fdopen(descriptor, "r")
        var (line, size): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        while getline(&line, &size, stream) > 0, let line {
            let answer = String(cString: line)
            // The last answer of a service that was ended may be broken off.
            guard answer.hasSuffix("\n") else { break }
            if json { Console.result(String(answer.dropLast())) }
            try answers.take(JSONReader(Array(answer.utf8), file: "the service"), printsNames: !json)
        }
        try answers.check(from: path, missing: sender.expected - answers.outcomes)
    }
}

/// Sends lines to a service, and counts those that it must answer.
private final class Sender: Sendable {
    private let lines: [String]
    private let count = Atomic<Int>(0)

    /// - Parameter lines: without any, those of standard input are sent.
    init(_ lines: [String]) { self.lines = lines }

    /// How many of the lines that have been sent are cues or wrong.
    var expected: Int { count.load(ordering: .relaxed) }

    func send(to descriptor: Int32) {
        var reader = CueLineReader(file: "thud send")
        func expect(_ lines: [Result<CueLine, ThudError>]) {
            count.add(lines.count { (try? $0.get()).map { $0.cue != nil } ?? true }, ordering: .relaxed)
        }
        func send(_ bytes: ArraySlice<UInt8>) {
            expect(reader.take(bytes))
            Console.write(bytes, to: descriptor)
        }
        if lines.isEmpty {
            var block = [UInt8](repeating: 0, count: 1 << 16)
            // It may be of a kind that a read does not wait for.
            var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            while poll(&wanted, 1, -1) > 0, case let count = read(STDIN_FILENO, &block, block.count), count > 0 {
                send(block[..<count])
            }
        } else {
            send(Array((lines.joined(separator: "\n") + "\n").utf8)[...])
        }
        expect(reader.finish())
        shutdown(descriptor, Int32(SHUT_WR))
    }
}

/// The answers of a service, by what they say.
private struct Answers {
    /// How many cues have been answered.
    private(set) var outcomes = 0
    private var (all, wrong, unheard) = (0, 0, 0)

    mutating func take(_ answer: JSONReader, printsNames: Bool) throws {
        all += 1
        if let message = try answer.optional("message")?.string() {
            wrong += 1
            Console.remark("thud: \(message)")
        }
        if let outcome = try answer.optional("outcome")?.string() {
            outcomes += 1
            unheard += ["unheard", "refused", "cancelled", "unknown"].contains(outcome) ? 1 : 0
        }
        // What a report says that was dropped is not known.
        if let dropped = try answer.optional("lines")?.integer(in: 0...Int(Int32.max)) { outcomes += dropped }
        guard printsNames, let names = try answer.optional("names") else { return }
        for name in try names.elements() { Console.result(try name.member("name").string()) }
    }

    /// - Parameter missing: the cues and wrong lines that have no outcome. The wrong lines among them got a message.
    func check(from path: String, missing: Int) throws(ThudError) {
        if all == 0 {
            throw ThudError(
                .badInput,
                "the service on \(path) closed without an answer: it ended, is another user's, or has too many clients")
        }
        if missing > wrong {
            let lines = Count.of(missing - wrong, "line was", "lines were")
            throw ThudError(.badInput, "the service on \(path) ended before \(lines) answered")
        }
        if wrong > 0 { throw ThudError(.badInput, "rejected \(Count.of(wrong, "line"))") }
        if unheard > 0 { throw ThudError(.checkFailed, "\(Count.of(unheard, "cue was", "cues were")) not heard") }
    }
}

import Foundation
import ThudCore

/// A program in a terminal of its own, whose screen can be read: a tmux session with a server of its own.
package struct TmuxScreen: Sendable {
    private let scratch: ScratchDirectory
    private let tmux: String
    private let environment: [String: String]

    /// How long to wait for what should be seen soon.
    package static let patience = Interval.seconds(30)

    private init(_ environment: [String: String]) throws {
        scratch = try ScratchDirectory(prefix: "thud-tmux")
        tmux = try findProgram("tmux", package: "tmux")
        self.environment = environment
    }

    /// Runs a shell command on a screen and hands the screen to `body`; whatever happens, nothing of it is left behind.
    ///
    /// - Parameters:
    ///   - command: for a shell.
    ///   - size: columns and rows.
    ///   - environment: the whole environment; tmux sets TERM.
    ///   - directory: the working directory.
    package static func running<Result>(
        _ command: String, size: (columns: Int, rows: Int) = (80, 24), environment: [String: String],
        in directory: String, _ body: (TmuxScreen) async throws -> Result
    ) async throws -> Result {
        let screen = try TmuxScreen(environment)
        do {
            try await screen.start(command, size: size, in: directory)
            let result = try await body(screen)
            await screen.close()
            return result
        } catch {
            await screen.close()
            throw error
        }
    }

    private func start(_ command: String, size: (columns: Int, rows: Int), in directory: String) async throws {
        try scratch.write(
            """
            set -g status off
            set -g default-terminal tmux-256color
            set -g escape-time 0

            """, to: "configuration")
        try scratch.write("echo $$ >'\(scratch.file("pid"))'\n\(command)\n", to: "program")
        // A shell stays behind, with the screen and the terminal as the program has left them. It is there that the
        // end is told: tmux 3.3 does not always notice it. Signals that it traps, the program finds untouched.
        let frame = """
            trap : INT QUIT; sh '\(scratch.file("program"))'; echo $? >'\(scratch.file("status"))'; \
            while :; do sleep 1000; done
            """
        try await run(["new-session", "-d", "-x", "\(size.columns)", "-y", "\(size.rows)", "-c", directory, frame])
    }

    private func close() async { _ = try? await run(["kill-server"]) }

    // MARK: What is seen

    /// The screen as text, a line each row, without colours.
    package func text() async throws -> String { try await run(["capture-pane", "-p"]) }

    /// The same with the control sequences that colour it, and the blanks at the ends of rows that tmux tells of.
    package func colouredText() async throws -> String { try await run(["capture-pane", "-p", "-e", "-N"]) }

    /// Waits until the screen shows what `isShown` looks for, and returns it.
    ///
    /// - Parameters:
    ///   - what: for the error.
    ///   - unwanted: must not be seen before.
    @discardableResult
    package func wait(
        for what: String, unless unwanted: String? = nil, within limit: Interval = patience,
        until isShown: (String) throws -> Bool
    ) async throws -> String {
        var screen = ""
        do {
            // Each look starts a program, which is dear for as long as there is nothing to see.
            try await poll(
                "the screen to show \(what)", within: limit, every: .milliseconds(15), atMost: .milliseconds(120)
            ) {
                screen = try await text()
                if let unwanted, screen.contains(unwanted) {
                    throw HarnessError(description: "The screen shows “\(unwanted)”, and should not.")
                }
                return try isShown(screen)
            }
        } catch {
            throw HarnessError(description: "\(error)\n\(screen)")
        }
        return screen
    }

    /// Waits until the screen shows a text, and returns all of it.
    @discardableResult
    package func wait(for text: String, unless unwanted: String? = nil, within limit: Interval = patience) async throws
        -> String
    {
        try await wait(for: "“\(text)”", unless: unwanted, within: limit) { $0.contains(text) }
    }

    /// Waits until the screen does not show a text any more.
    @discardableResult
    package func waitUntilGone(_ text: String, within limit: Interval = patience) async throws -> String {
        try await wait(for: "“\(text)” no more", within: limit) { !$0.contains(text) }
    }

    // MARK: What is done

    /// Presses keys, as tmux names them: `Enter`, `Down`, `q`.
    package func press(_ keys: String...) async throws { try await run(["send-keys"] + keys) }

    /// Types characters.
    package func type(_ text: String) async throws { try await run(["send-keys", "-l", text]) }

    /// Sends bytes as a terminal would: control sequences.
    package func send(_ text: String) async throws {
        try await run(["send-keys", "-H"] + text.utf8.map { String($0, radix: 16) })
    }

    /// Holds a key down on a keyboard that repeats it every 30 ms.
    ///
    /// tmux itself keeps the time, so that no start of a program tears the stream.
    package func hold(_ key: String, presses: Int) async throws {
        let press = ["send-keys", key, ";", "run-shell", "-d", "0.03", ";"]
        try await run(Array(repeating: press, count: presses).flatMap(\.self).dropLast())
    }

    /// Gives the terminal another size.
    package func resize(columns: Int, rows: Int) async throws {
        try await run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    // MARK: What became of it

    /// The number of the process that runs on the screen, which a command that begins with `exec` is itself.
    package func processIdentifier() async throws -> pid_t {
        try await poll("the program on the screen to begin", within: Self.patience) { number(in: "pid") != nil }
        return number(in: "pid") ?? 0
    }

    /// Waits for the end of the program on the screen: its exit status as a shell tells it, 128 and more for a signal.
    package func end(within limit: Interval = patience) async throws -> Int32 {
        try await poll("the program on the screen to end", within: limit) { number(in: "status") != nil }
        return number(in: "status") ?? 0
    }

    /// A number that a shell has written, with its line's end.
    private func number(in file: String) -> Int32? {
        let text = scratch.text(of: file)
        return text.hasSuffix("\n") ? Int32(text.dropLast()) : nil
    }

    /// What tmux has to say, in its format language: `#{alternate_on}`.
    package func tell(_ format: String) async throws -> String {
        String(try await run(["display-message", "-p", format]).prefix { $0 != "\n" })
    }

    @discardableResult
    private func run(_ arguments: [String]) async throws -> String {
        let program = try RunningProgram(
            tmux, ["-u", "-S", scratch.file("socket"), "-f", scratch.file("configuration")] + arguments,
            environment: environment)
        let ending = try await program.end(within: .seconds(20))
        guard ending.exitCode == 0 else {
            throw HarnessError(description: "tmux \(arguments.prefix(2)) failed: \(program.errorOutput)")
        }
        return program.output
    }
}

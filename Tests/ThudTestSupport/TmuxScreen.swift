import Foundation
import ThudCore

/// A program in its own terminal, whose screen can be read: a tmux session with its own server.
package struct TmuxScreen: Sendable {
    private let scratch: ScratchDirectory
    private let tmux: String
    private let environment: [String: String]

    /// How long to wait for something that should appear soon.
    package static let patience = Interval.seconds(30)

    private init(_ environment: [String: String]) throws {
        scratch = try ScratchDirectory(prefix: "thud-tmux")
        tmux = try findProgram("tmux", package: "tmux")
        self.environment = environment
    }

    /// Runs a shell command on a screen and passes the screen to `body`. Everything is cleaned up whatever happens.
    ///
    /// - Parameters:
    ///   - command: a shell command.
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
        // A shell remains after the program, which keeps the screen and the terminal as the program left them. The
        // shell writes the exit status, because tmux 3.3 does not always notice the end. The program does not see the
        // signals that the shell traps.
        let frame = """
            trap : INT QUIT; sh '\(scratch.file("program"))'; echo $? >'\(scratch.file("status"))'; \
            while :; do sleep 1000; done
            """
        try await run(["new-session", "-d", "-x", "\(size.columns)", "-y", "\(size.rows)", "-c", directory, frame])
    }

    private func close() async { _ = try? await run(["kill-server"]) }

    // MARK: Output

    /// Returns the screen as text, one line per row, without colours.
    package func text() async throws -> String { try await run(["capture-pane", "-p"]) }

    /// Returns the screen with its colour control sequences, and the trailing spaces that tmux reports.
    package func colouredText() async throws -> String { try await run(["capture-pane", "-p", "-e", "-N"]) }

    /// Waits until the screen shows what `isShown` looks for, and returns it.
    ///
    /// - Parameters:
    ///   - what: the description for the error.
    ///   - unwanted: a text that must not appear before. A text that is there already, and should go, is no such text:
    ///     the screen may be read before the program has answered.
    @discardableResult
    package func wait(
        for what: String, unless unwanted: String? = nil, within limit: Interval = patience,
        until isShown: (String) throws -> Bool
    ) async throws -> String {
        var screen = ""
        do {
            // Each check starts a program, so the pause grows while there is nothing to see.
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

    /// Waits until the screen shows all texts at once, and returns the screen.
    ///
    /// A screen may be read while a frame is half drawn. So a test waits for all that it needs, instead of waiting for
    /// one text and looking for the others in what that returned.
    @discardableResult
    package func wait(for texts: String..., unless unwanted: String? = nil, within limit: Interval = patience)
        async throws -> String
    {
        let what = texts.map { "“\($0)”" }.joined(separator: ", ")
        return try await wait(for: what, unless: unwanted, within: limit) { texts.allSatisfy($0.contains) }
    }

    /// Waits until the screen no longer shows a text.
    @discardableResult
    package func waitUntilGone(_ text: String, within limit: Interval = patience) async throws -> String {
        try await wait(for: "“\(text)” no more", within: limit) { !$0.contains(text) }
    }

    /// Waits for words, however they are broken into lines.
    package func wait(forWords words: String) async throws {
        try await wait(for: "“\(words)”") { Self.words($0).contains(words) }
    }

    /// Returns all text of a screen as one line, because line breaks in a remark depend on the length of its paths.
    package static func words(_ screen: String) -> String {
        screen.split { $0.isWhitespace || $0 == "│" }.joined(separator: " ")
    }

    // MARK: Input

    /// Presses keys by their tmux names: `Enter`, `Down`, `q`.
    package func press(_ keys: String...) async throws { try await run(["send-keys"] + keys) }

    package func type(_ text: String) async throws { try await run(["send-keys", "-l", text]) }

    /// Sends bytes as a terminal would: control sequences.
    package func send(_ text: String) async throws {
        try await run(["send-keys", "-H"] + text.utf8.map { String($0, radix: 16) })
    }

    /// Holds a key down on a keyboard that repeats it every 30 ms.
    ///
    /// tmux itself does the timing, so that starting programs does not interrupt the stream.
    package func hold(_ key: String, presses: Int) async throws {
        let press = ["send-keys", key, ";", "run-shell", "-d", "0.03", ";"]
        try await run(
            Array(repeating: press, count: presses).flatMap(\.self).dropLast(), for: .milliseconds(30 * Int64(presses)))
    }

    package func resize(columns: Int, rows: Int) async throws {
        try await run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    // MARK: State

    /// Returns the ID of the process on the screen. If the command begins with `exec`, that is the program itself.
    package func processIdentifier() async throws -> pid_t {
        try await poll("the program on the screen to begin", within: Self.patience) { number(in: "pid") != nil }
        return number(in: "pid") ?? 0
    }

    /// Waits for the program on the screen to end. Returns its exit status as a shell reports it: 128 and more for a
    /// signal. Throws if it crashed.
    package func end(within limit: Interval = patience) async throws -> Int32 {
        try await poll("the program on the screen to end", within: limit) { number(in: "status") != nil }
        let status = number(in: "status") ?? 0
        if let signal = RunningProgram.Ending(exitCode: status).crash {
            throw ProgramCrash(description: "The program crashed with signal \(signal):\n\(try await text())")
        }
        return status
    }

    /// Reads a number that a shell has written, including its line end.
    private func number(in file: String) -> Int32? {
        let text = scratch.text(of: file)
        return text.hasSuffix("\n") ? Int32(text.dropLast()) : nil
    }

    /// Returns tmux's answer to a query in its format language, for example `#{alternate_on}`.
    package func tell(_ format: String) async throws -> String {
        String(try await run(["display-message", "-p", format]).prefix { $0 != "\n" })
    }

    /// Runs a command of tmux that takes some time.
    @discardableResult
    private func run(_ arguments: [String], for time: Interval = .zero) async throws -> String {
        let start = Instant.now()
        let program = try RunningProgram(
            tmux, ["-u", "-S", scratch.file("socket"), "-f", scratch.file("configuration")] + arguments,
            environment: environment)
        let ending = try await program.end(within: .seconds(20))
        Disturbances.recordLateTest(.now() - start - time)
        guard ending.exitCode == 0 else {
            throw HarnessError(description: "tmux \(arguments.prefix(2)) failed: \(program.errorOutput)")
        }
        return program.output
    }
}

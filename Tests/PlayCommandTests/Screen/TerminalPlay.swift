import Foundation
import ThudCore
import ThudTestSupport

/// `thud` on a terminal whose every byte is recorded, under a shell that remains and records the end.
struct TerminalPlay {
    let terminal: PseudoTerminal
    /// The terminal's settings before.
    let before: [UInt8]
    private let surroundings: Surroundings

    /// The sequences that take and restore the terminal.
    static let takes = "\u{1B}[?1049h"
    static let gives = "\u{1B}[?1049l"
    /// The program's requests for keys in rounds and in menus.
    static let strokes = "\u{1B}[=31u"
    static let text = "\u{1B}[=5u"

    /// Starts `thud play`, passes it to `body` once its title is visible, and ends whatever remains.
    ///
    /// - Parameter cell: the pixels of a cell, if the terminal reports them.
    static func running(
        _ arguments: String, in surroundings: Surroundings, cell: (width: Int, height: Int) = (0, 0),
        _ body: (TerminalPlay) async throws -> Void
    ) async throws {
        let terminal = try PseudoTerminal()
        // On fewer than 24 rows the figures are text, which can be waited for.
        terminal.resize(columns: 80, rows: 23, cell: cell)
        let play = TerminalPlay(terminal: terminal, before: try terminal.settings(), surroundings: surroundings)
        // The program does not see the signals that the shell traps.
        let script = """
            trap : INT QUIT HUP TERM TSTP
            sh -c 'echo $$ >pid; exec "$0" "$@"' '\(try ThudProcess.path())' play \(arguments); echo $? >status
            while :; do sleep 1; done
            """
        var environment = surroundings.environment
        environment["TERM"] = "xterm-256color"
        try terminal.start(script, environment: environment, in: surroundings.scratch.path)
        do {
            try await terminal.wait(for: takes)
            try await body(play)
            play.end()
        } catch {
            play.end()
            throw error
        }
    }

    private func end() {
        if let thud = number(in: "pid"), number(in: "status") == nil { kill(thud, SIGKILL) }
        terminal.endPrograms()
    }

    /// The colour codes of all styles written so far: 30 to 49 and 90 to 107.
    var colours: [Int] {
        terminal.output.split(separator: 0x1B).flatMap { sequence -> [Int] in
            guard sequence.first == UInt8(ascii: "[") else { return [] }
            let parameters = sequence.dropFirst().prefix { (0x30...0x3B).contains($0) }
            let final = sequence.dropFirst(1 + parameters.count).first
            guard final == UInt8(ascii: "m") else { return [] }
            return parameters.split(separator: UInt8(ascii: ";"))
                .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        }.filter { $0 >= 30 }
    }

    /// Returns how often the program has sent a sequence.
    func count(_ sequence: String) -> Int { terminal.count(sequence) }

    /// Sends the program a signal.
    func send(_ signal: Int32) throws {
        guard let thud = number(in: "pid") else { throw HarnessError(description: "The program has not begun.") }
        kill(thud, signal)
    }

    /// Waits for the end and returns the exit status as a shell reports it: 128 and more for a signal.
    func status() async throws -> Int32 {
        // Reads the output while waiting, as a terminal does.
        try await terminal.wait(for: "the program to end") { _ in number(in: "status") != nil }
        return number(in: "status") ?? 0
    }

    /// Waits until settings, screen and cursor are restored, possibly by another process.
    func waitUntilRestored() async throws {
        let wanted = before
        try await terminal.wait(for: "the terminal to be as it was") { _ in
            try count(Self.gives) == count(Self.takes) && terminal.settings() == wanted
        }
    }

    private func number(in file: String) -> Int32? {
        let text = surroundings.scratch.text(of: file)
        return text.hasSuffix("\n") ? Int32(text.dropLast()) : nil
    }
}

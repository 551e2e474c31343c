import CThudSystem
import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTerminal
import ThudTestSupport

/// The effects of a session on a real terminal, seen from the other side.
@Suite(.live) struct TerminalSessionTests {
    private static let greeting =
        "ESC[?1049hESC[?25lESC[?1002hESC[?1006hESC[?1004hESC[?2004hESC[?2031hESC[>5uESC[?2026$pESC[?1016$pESC]11;?ESC\\"
    /// Undoes each of those, leaving the alternate screen last.
    private static let farewell =
        "ESC[?2026lESC[<uESC[?2031lESC[?2004lESC[?1004lESC[?1016lESC[?1006lESC[?1002lESC[0mESC[2JESC[HESC[?25hESC[?1049l"

    private let terminal: PseudoTerminal
    private let before: [UInt8]

    /// Creates a terminal with settings that no program would choose, so that restoring them is no accident.
    init() throws {
        terminal = try PseudoTerminal(columns: 97, rows: 31)
        try terminal.change { settings in
            settings.c_iflag |= tcflag_t(IXOFF)
            settings.c_lflag &= ~tcflag_t(ECHOK)
            withUnsafeMutableBytes(of: &settings.c_cc) { characters in
                characters[Int(VERASE)] = 0x08
                characters[Int(VMIN)] = 0
            }
        }
        before = try terminal.settings()
    }

    /// Everything written to the terminal so far, with `ESC` for the escape byte.
    private var shown: String {
        String(decoding: terminal.output, as: UTF8.self).replacing("\u{1B}", with: "ESC")
    }

    /// Starts a program and waits until it has entered the terminal.
    private func start(_ use: String = "screen") async throws -> RunningProgram {
        let program = try RunningProgram(
            findProduct("test-probe"), ["terminal", use], environment: ["SWIFT_BACKTRACE": "enable=no"], input: nil,
            terminal: terminal.path)
        try await program.waitForOutput("READY 97 x 31", within: .seconds(20))
        #expect(try terminal.settings() != before)
        return program
    }

    /// Returns the processes that a program has started.
    private func children(of program: RunningProgram) throws -> [Int] {
        let number = program.processIdentifier
        return try String(contentsOfFile: "/proc/\(number)/task/\(number)/children", encoding: .utf8)
            .split(separator: " ").compactMap { Int($0) }
    }

    /// Whether a process is gone or a zombie.
    private func isGone(_ process: Int) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
        return status.split(separator: ") ").last?.hasPrefix("Z") == true
    }

    private func expectRestored(without guards: [Int], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        #expect(guards.count == 1, sourceLocation: sourceLocation)
        try await poll("the guard to be gone", within: .seconds(20)) { guards.allSatisfy(isGone) }
        #expect(try terminal.settings() == before, sourceLocation: sourceLocation)
        #expect(shown == Self.greeting + Self.farewell, sourceLocation: sourceLocation)
    }

    /// Kills a program, and expects that the present settings stay and that the screen is left.
    private func expectShellsSettings(afterKilling program: RunningProgram, _ guards: [Int]) async throws {
        let shells = try terminal.settings()
        program.send(SIGKILL)
        _ = try await program.end(within: .seconds(20))
        try await poll("the guard to be gone", within: .seconds(20)) { guards.allSatisfy(isGone) }
        #expect(try terminal.settings() == shells)
        #expect(shown == Self.greeting + Self.farewell)
    }

    @Test func `a program that ends leaves the terminal as it was`() async throws {
        let program = try await start()
        let guards = try children(of: program)
        try await poll("the greeting", within: .seconds(20)) { shown == Self.greeting }
        try await terminal.type("Q")
        #expect(try await program.end(within: .seconds(20)).exitCode == 0)
        try await expectRestored(without: guards)
    }

    @Test func `leaving and entering again are exact, any number of times`() async throws {
        let program = try await start()
        for round in 1...3 {
            let lines = { (word: String) in program.output.components(separatedBy: "\n").count { $0 == word } }
            try await terminal.type("L")
            try await poll("the program to leave", within: .seconds(20)) { lines("LEFT") == round }
            #expect(try terminal.settings() == before)
            #expect(shown == String(repeating: Self.greeting + Self.farewell, count: round))
            // While the session has left, the terminal reads lines and echoes them unless a shell turns that off.
            try terminal.change { $0.c_lflag &= ~tcflag_t(ECHO) }
            try await terminal.type("E\n")
            try await poll("the program to enter", within: .seconds(20)) { lines("ENTERED") == round }
            try await poll("the line to be read", within: .seconds(20)) { lines("TOOK 10") == round }
        }
        await program.stop()
    }

    @Test(arguments: [("X", 3, nil), ("S", nil, SIGSEGV), ("9", nil, SIGKILL)] as [(String, Int32?, Int32?)])
    func `a program that ends without leaving is cleaned up after`(
        key: String, exitCode: Int32?, signal: Int32?
    ) async throws {
        let program = try await start()
        let guards = try children(of: program)
        if signal == SIGKILL { program.send(SIGKILL) } else { try await terminal.type(key) }
        let ending = try await program.end(within: .seconds(20), mayCrash: true)
        #expect(ending.exitCode == exitCode)
        #expect(ending.signal == signal)
        try await expectRestored(without: guards)
    }

    @Test func `later settings of a shell stay, and the screen is left nevertheless`() async throws {
        let program = try await start()
        let guards = try children(of: program)
        try terminal.change { $0.c_lflag |= tcflag_t(ECHOK | IEXTEN) }
        try await expectShellsSettings(afterKilling: program, guards)
    }

    @Test func `a program that has left is not cleaned up after`() async throws {
        let program = try await start()
        let guards = try children(of: program)
        try await terminal.type("L")
        try await program.waitForOutput("LEFT", within: .seconds(20))
        try terminal.change { $0.c_lflag |= tcflag_t(ECHOK) }
        try await expectShellsSettings(afterKilling: program, guards)
    }

    @Test func `without its guard a program continues and leaves by itself`() async throws {
        let program = try await start()
        for number in try children(of: program) { kill(pid_t(number), SIGKILL) }
        try await terminal.type("L")
        try await program.waitForOutput("LEFT", within: .seconds(20))
        #expect(try terminal.settings() == before)
        program.send(SIGKILL)
    }

    @Test(arguments: ["screen", "keys"])
    func `keys arrive as they are typed, and none is echoed`(use: String) async throws {
        let program = try await start(use)
        // This includes Ctrl-S, Enter and Ctrl-V, which terminals treat specially.
        try await terminal.type("hello\u{13}\r\u{16}")
        for byte in Array("hello".utf8) + [0x13, 0x0D, 0x16] {
            try await program.waitForOutput("TOOK \(byte)\n", within: .seconds(20))
        }
        #expect(shown == (use == "screen" ? Self.greeting : ""))
        try await terminal.type("Q")
        #expect(try await program.end(within: .seconds(20)).exitCode == 0)
        #expect(shown == (use == "screen" ? Self.greeting + Self.farewell : ""))
        #expect(try terminal.settings() == before)
    }

    @Test func `closing the terminal notifies the program, and no guard stays`() async throws {
        let program = try await start()
        let guards = try children(of: program)
        try terminal.hangUp()
        try await program.waitForOutput("GONE", within: .seconds(20))
        #expect(try await program.end(within: .seconds(20)).exitCode == 0)
        try await poll("the guard to be gone", within: .seconds(20)) { guards.allSatisfy(isGone) }
    }

    @Test func `a terminal that claims impossibly many cells counts as a large one`() throws {
        terminal.resize(columns: 65_535, rows: 65_535)
        let descriptor = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(Size(terminal: descriptor) == Size(columns: 1_000, rows: 400))
    }

    @Test func `without a terminal there is no session`() async throws {
        // setsid starts it in a session of its own, which has no terminal.
        let program = try RunningProgram(
            findProgram("setsid", package: "util-linux"), ["-w", findProduct("test-probe"), "terminal", "screen"])
        #expect(try await program.end(within: .seconds(20)).exitCode == 1)
        #expect(program.output == "NO TERMINAL\n")
    }
}

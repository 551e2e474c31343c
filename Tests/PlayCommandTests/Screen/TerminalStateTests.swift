import Foundation
import TestTraits
import Testing
import ThudTestSupport

/// The state of a terminal after anything that happens to the program or is sent to it.
@Suite(.live) struct TerminalStateTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    /// Expects that every enabled mode is off again, the cursor is visible and no style remains.
    private func expectLeft(_ output: [UInt8]) throws {
        let text = String(decoding: output, as: UTF8.self)
        for mode in ["1049", "1002", "1006", "1004", "2004"] {
            let on = text.ranges(of: "\u{1B}[?\(mode)h")
            let off = text.ranges(of: "\u{1B}[?\(mode)l")
            #expect(on.count == 1, "\(mode)")
            #expect(on.last.map { $0.upperBound <= off.last?.lowerBound ?? text.startIndex } == true, "\(mode)")
        }
        let hides = try #require(text.ranges(of: "\u{1B}[?25l").last)
        let shows = try #require(text.ranges(of: "\u{1B}[?25h").last)
        #expect(hides.upperBound <= shows.lowerBound)
        #expect(text.ranges(of: "\u{1B}[>5u").count == text.ranges(of: "\u{1B}[<u").count)
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGKILL])
    func `a signal ends the program as usual, and the terminal is restored`(number: Int32) async throws {
        try await TerminalPlay.running("", in: surroundings) { play in
            try await play.terminal.wait(for: "LUAJ")
            #expect(try play.terminal.settings() != play.before)
            try play.send(number)
            #expect(try await play.status() == 128 + number)
            try await play.waitUntilRestored()
            try expectLeft(play.terminal.output)
        }
    }

    @Test(arguments: [("\u{3}", SIGINT), ("\u{1C}", SIGQUIT), ("\u{1B}[99;5u", SIGINT)])
    func `signal keys end the program during a round, and the terminal is restored`(
        key: String, number: Int32
    ) async throws {
        try await TerminalPlay.running("--deck mix", in: surroundings) { play in
            try await play.terminal.wait(for: "LUAJ")
            try await play.terminal.type("\r")
            try await play.terminal.wait(for: "Ekrani")
            try await play.terminal.type(key)
            #expect(try await play.status() == 128 + number)
            try await play.waitUntilRestored()
            try expectLeft(play.terminal.output)
        }
    }

    @Test func `a normal end is 0, and typed text is neither echoed nor left for the shell`() async throws {
        // No letter of it is a key of the title.
        let typed = "xvzzv"
        try await TerminalPlay.running("", in: surroundings) { play in
            try await play.terminal.wait(for: "LUAJ")
            try await play.terminal.type(typed)
            try await play.terminal.type("\u{C}")
            let start = play.terminal.output.count
            try await play.terminal.wait(for: "\u{1B}[2J", after: start)
            try await play.terminal.type("q\(typed)")
            #expect(try await play.status() == 0)
            try await play.waitUntilRestored()
            let output = play.terminal.output
            try expectLeft(output)
            #expect(output.firstRange(of: Array(typed.utf8)) == nil)
            #expect(!play.colours.isEmpty)
        }
    }

    /// Expects the program to respond: requests a redraw and waits for it.
    private func expectAlive(_ play: TerminalPlay, shows text: String? = nil) async throws {
        let start = play.terminal.output.count
        try await play.terminal.type("\u{C}")
        try await play.terminal.wait(for: "\u{1B}[2J", after: start)
        if let text { try await play.terminal.wait(for: text, after: start) }
    }

    @Test func `pasted text of any length is no input to the game`() async throws {
        try await TerminalPlay.running("", in: surroundings) { play in
            try await play.terminal.wait(for: "LUAJ")
            let flood = String(repeating: "q\rtjk\u{1B}[A\u{1B}\u{0}ëж", count: 20_000)
            try await play.terminal.type("\u{1B}[200~\(flood)\u{1B}[201~")
            try await expectAlive(play, shows: "LUAJ")
            try await play.terminal.type("q")
            #expect(try await play.status() == 0)
            try await play.waitUntilRestored()
        }
    }

    @Test func `a flood of keys and broken sequences outside a paste does no harm`() async throws {
        try await TerminalPlay.running("--deck mix --seconds 600", in: surroundings) { play in
            try await play.terminal.wait(for: "LUAJ")
            try await play.terminal.type("\r")
            try await play.terminal.wait(for: "Ekrani")
            // Everything except what leaves or stops the program.
            let keys = ["j", "k", "p", " ", "s", "?", "d", "\r", "\u{1B}[A", "\u{1B}[<0;999999999;0M", "\u{1B}[?9u"]
            let broken = [
                "\u{1B}[", "\u{1B}O", "\u{1B}]0;", "\u{7}", "\u{1B}[1;1;1;1;1;1;1;1", "ë", "\u{1B}P", "\u{18}",
            ]
            let pieces = keys + broken
            var state: UInt64 = 7
            var flood = ""
            for _ in 0..<20_000 {
                // Knuth's MMIX: the same flood each time.
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                flood += pieces[Int(state >> 33) % pieces.count]
            }
            try await play.terminal.type(flood + "\u{18}\u{7}\u{1B}[I")
            try await expectAlive(play)
            try play.send(SIGTERM)
            #expect(try await play.status() == 128 + SIGTERM)
            try await play.waitUntilRestored()
        }
    }

    @Test func `a storm of resizes does no harm, and too small a size is reported until it grows`()
        async throws
    {
        try await TerminalPlay.running("", in: surroundings) { play in
            try await play.terminal.wait(for: "LUAJ")
            for step in 0..<300 {
                play.terminal.resize(columns: 1 + step * 37 % 300, rows: 1 + step * 17 % 100)
                _ = play.terminal.output
            }
            play.terminal.resize(columns: 40, rows: 10)
            try await play.terminal.wait(for: "40×10, duhen 60×18")
            let start = play.terminal.output.count
            play.terminal.resize(columns: 80, rows: 24)
            try await play.terminal.wait(for: "LUAJ", after: start)
            play.terminal.resize(columns: 1, rows: 1)
            play.terminal.resize(columns: 60, rows: 18)
            try await expectAlive(play, shows: "LUAJ")
            try await play.terminal.type("q")
            #expect(try await play.status() == 0)
            try await play.waitUntilRestored()
        }
    }

    @Test func `the clock stands still while a terminal is too small to see a card`() async throws {
        try await TerminalPlay.running("--deck mix --seconds 60 --device null", in: surroundings) { play in
            try await play.terminal.wait(for: "LUAJ")
            try await play.terminal.type("\r")
            try await play.terminal.wait(for: "Ul kokën")
            play.terminal.resize(columns: 40, rows: 10)
            try await play.terminal.wait(for: "40×10, duhen 60×18")
            let start = play.terminal.output.count
            play.terminal.resize(columns: 80, rows: 24)
            try await play.terminal.wait(for: "Ora u ndal", after: start)
            try play.send(SIGTERM)
            #expect(try await play.status() == 128 + SIGTERM)
        }
    }

    @Test func `without a sound device the title says so, and nothing is recorded`() async throws {
        try await TerminalPlay.running("", in: surroundings) { play in
            try await play.terminal.wait(for: "S'ka pajisje zëri")
            try await play.terminal.type("q")
            #expect(try await play.status() == 0)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: surroundings.scratch.path)
        #expect(!files.isEmpty && !files.contains { $0.hasSuffix(".wav") }, "\(files)")
    }

    @Test func `NO_COLOR applies in menus and in a whole round with its flashes`() async throws {
        var surroundings = surroundings
        surroundings.environment["NO_COLOR"] = "1"
        surroundings.environment["COLORTERM"] = "truecolor"
        try await TerminalPlay.running("--bot 7 --seconds 2", in: surroundings) { play in
            #expect(try await play.status() == 0)
            try await play.waitUntilRestored()
            #expect(play.colours.isEmpty, "\(Set(play.colours))")
        }
    }
}

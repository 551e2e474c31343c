import Glibc
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// The pointer on terminals that report pixels (mode 1016), and on those that report cells.
@Suite(.live) struct PointerPixelsTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    @Test(arguments: [true, false])
    func `if the terminal reports pixels, the pointer is at those pixels`(tellsSize: Bool) async throws {
        let cell = (width: 11, height: 23)
        try await TerminalPlay.running("--deck mix", in: surroundings, cell: tellsSize ? cell : (0, 0)) {
            play in
            try await play.terminal.wait(for: "\u{1B}[?1016$p")
            try await play.terminal.type("\u{1B}[?1016;2$y")
            if !tellsSize {
                try await play.terminal.wait(for: "\u{1B}[16t")
                #expect(play.count("\u{1B}[?1016h") == 0)
                try await play.terminal.type("\u{1B}[6;23;11t")
            }
            try await play.terminal.wait(for: "\u{1B}[?1016h")
            try await play.terminal.wait(for: "LUAJ")
            try await play.terminal.type("\r")
            try await play.terminal.wait(for: TerminalPlay.strokes)
            try await waitForCross(play)
            try await play.terminal.type("\u{1B}[<0;\(78 * cell.width + 6);12M")
            try await play.terminal.wait(for: TerminalPlay.text)
            try await play.terminal.type("\u{1B}[<0;\(78 * cell.width + 6);12m")
            try play.send(SIGTERM)
            #expect(try await play.status() == 128 + SIGTERM)
            try await play.waitUntilRestored()
        }
    }

    @Test(arguments: ["\u{1B}[?1016;0$y", "\u{1B}[?1016;4$y", ""])
    func `if the terminal does not support pixels, cells are used`(answer: String) async throws {
        try await TerminalPlay.running("--deck mix", in: surroundings, cell: (10, 20)) { play in
            try await play.terminal.wait(for: "LUAJ")
            try await play.terminal.type("\(answer)\r")
            try await play.terminal.wait(for: TerminalPlay.strokes)
            try await waitForCross(play)
            try await play.terminal.type("\u{1B}[<0;79;1M")
            try await play.terminal.wait(for: TerminalPlay.text)
            #expect(play.count("\u{1B}[?1016h") == 0)
            try play.send(SIGTERM)
            #expect(try await play.status() == 128 + SIGTERM)
            try await play.waitUntilRestored()
        }
    }

    /// Goes through the tutorial to the first card, whose upper right corner has the cross for leaving.
    private func waitForCross(_ play: TerminalPlay) async throws {
        try await play.terminal.wait(for: Seen.tutorial)
        try await play.terminal.type("\u{1B}[B")
        try await play.terminal.wait(for: "✕")
        // The program knows the positions once the picture has been written.
        try await Task.sleep(for: .milliseconds(200))
    }
}

import Glibc
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// The pointer of terminals that tell its pixels (mode 1016), and of those that tell cells.
@Suite(.live) struct PointerPixelsTests {
    private let surroundings: Surroundings

    /// What the program asks for in rounds, and in menus.
    private static let strokes = "\u{1B}[=27u"
    private static let text = "\u{1B}[=1u"

    init() throws { surroundings = try Surroundings() }

    /// How often the program has asked for something.
    private func count(_ request: String, _ play: TerminalPlay) -> Int {
        play.terminal.output.ranges(of: Array(request.utf8)).count
    }

    @Test(arguments: [true, false])
    func `where the terminal tells pixels, the pointer is where they say`(tellsSize: Bool) async throws {
        let cell = (width: 11, height: 23)
        try await TerminalPlay.running("--deck mix", in: surroundings, cell: tellsSize ? cell : (0, 0)) {
            play in
            try await play.terminal.wait(for: "\u{1B}[?1016$p")
            try await play.terminal.type("\u{1B}[?1016;2$y")
            if !tellsSize {
                try await play.terminal.wait(for: "\u{1B}[16t")
                #expect(count("\u{1B}[?1016h", play) == 0)
                try await play.terminal.type("\u{1B}[6;23;11t")
            }
            try await play.terminal.wait(for: "\u{1B}[?1016h")
            try await play.terminal.wait(for: "LUAJ")
            try await play.terminal.type("\r")
            try await play.terminal.wait(for: Self.strokes)
            try await waitForCross(play)
            try await play.terminal.type("\u{1B}[<0;\(78 * cell.width + 6);12M")
            try await play.terminal.wait(for: Self.text)
            try await play.terminal.type("\u{1B}[<0;\(78 * cell.width + 6);12m")
            try play.send(SIGTERM)
            #expect(try await play.status() == 128 + SIGTERM)
            try await play.waitUntilRestored()
        }
    }

    @Test(arguments: ["\u{1B}[?1016;0$y", "\u{1B}[?1016;4$y", ""])
    func `where it does not, or says that it never will, cells are told`(answer: String) async throws {
        try await TerminalPlay.running("--deck mix", in: surroundings, cell: (10, 20)) { play in
            try await play.terminal.wait(for: "LUAJ")
            try await play.terminal.type("\(answer)\r")
            try await play.terminal.wait(for: Self.strokes)
            try await waitForCross(play)
            try await play.terminal.type("\u{1B}[<0;79;1M")
            try await play.terminal.wait(for: Self.text)
            #expect(count("\u{1B}[?1016h", play) == 0)
            try play.send(SIGTERM)
            #expect(try await play.status() == 128 + SIGTERM)
            try await play.waitUntilRestored()
        }
    }

    /// Goes through the tutorial to the first card, in whose upper right corner stands the cross by which a round is left.
    private func waitForCross(_ play: TerminalPlay) async throws {
        try await play.terminal.wait(for: Seen.tutorial)
        try await play.terminal.type("\u{1B}[B")
        try await play.terminal.wait(for: "✕")
        // Where things are is known to the program once the picture has been written.
        try await Task.sleep(for: .milliseconds(200))
    }
}

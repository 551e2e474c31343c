import Glibc
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// Keys of terminals that tell them differently.
@Suite(.timed) struct KeyboardTests {
    private let surroundings: Surroundings

    /// What the program asks for in rounds, and in menus.
    private static let strokes = "\u{1B}[=27u"
    private static let text = "\u{1B}[=1u"

    init() throws { surroundings = try Surroundings() }

    /// How often the program has asked for something.
    private func count(_ request: String, _ play: TerminalPlay) -> Int {
        play.terminal.output.ranges(of: Array(request.utf8)).count
    }

    @Test(arguments: Keyboard.Model.allCases)
    func `Enter counts once, a tap of q leaves nothing, a held q leaves the round and no more`(
        model: Keyboard.Model
    ) async throws {
        try await TerminalPlay.running("pocket", in: surroundings) { play in
            let keyboard = Keyboard(model: model, terminal: play.terminal)
            try await play.terminal.wait(for: "A gesture is asked for")
            #expect(keyboard.flags == (model == .plain ? 0 : 1))
            try await keyboard.tap("\r")
            try await play.terminal.wait(for: "Practice")
            try await Task.sleep(for: .milliseconds(300))
            // A second Enter would have begun the mode that is offered.
            #expect(count(Self.strokes, play) == 0)
            // That is the tutorial, whose prompts wait for as long as it takes.
            try await keyboard.tap("\r")
            try await play.terminal.wait(for: Self.strokes)

            try await Task.sleep(for: .milliseconds(300))
            try await keyboard.tap("q")
            try await Task.sleep(for: .milliseconds(1_500))
            #expect(count(Self.text, play) == 0)
            // Another key: nobody wants to leave.
            try await keyboard.tap("x")
            try await Task.sleep(for: .milliseconds(100))
            try await keyboard.hold("q", while: { count(Self.text, play) == 0 }, andFor: .milliseconds(150))
            let start = play.terminal.output.count
            try await play.terminal.type("\u{C}")
            try await play.terminal.wait(for: "A gesture is asked for", after: start)
            try await Task.sleep(for: .milliseconds(300))
            try await keyboard.tap("q")
            #expect(try await play.status() == 0)
            try await play.waitUntilRestored()
        }
    }

    @Test(arguments: Keyboard.Model.allCases)
    func `a held arrow is one answer in Kape, and two presses are two`(model: Keyboard.Model) async throws {
        try await TerminalPlay.running("--deck mix", in: surroundings) { play in
            let keyboard = Keyboard(model: model, terminal: play.terminal)
            try await play.terminal.wait(for: "LUAJ")
            try await keyboard.tap("\r")
            try await play.terminal.wait(for: Seen.tutorial)
            try await keyboard.tap(Keyboard.arrowDown)
            try await play.terminal.wait(for: "✓ 0")

            // Far beyond the half second in which nothing counts after an answer.
            try await keyboard.hold(Keyboard.arrowDown, while: { false }, andFor: .milliseconds(1_800))
            try await expectScore("✓ 1", play)
            try await keyboard.tap(Keyboard.arrowDown)
            try await Task.sleep(for: .milliseconds(700))
            try await keyboard.tap(Keyboard.arrowDown)
            try await expectScore("✓ 3", play)
            try play.send(SIGTERM)
            #expect(try await play.status() == 128 + SIGTERM)
            try await play.waitUntilRestored()
        }
    }

    /// Has the screen drawn anew until it shows a score, and holds that against the one that is due. The sign of a card that is
    /// leaving has no figure behind it.
    private func expectScore(_ score: String, _ play: TerminalPlay) async throws {
        try await Task.sleep(for: .milliseconds(900))
        var shown: String?
        for _ in 0..<20 where shown == nil {
            let start = play.terminal.output.count
            try await play.terminal.type("\u{C}")
            try await Task.sleep(for: .milliseconds(300))
            let drawn = String(decoding: play.terminal.output.dropFirst(start), as: UTF8.self)
            shown = drawn.firstMatch(of: /✓ [0-9]+/).map { String($0.output) }
        }
        #expect(shown == score)
    }
}

import TestTraits
import Testing
import ThudTestSupport

/// A round is never left by accident, whatever a terminal reports about its keys.
@Suite(.live) struct LeavingTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    /// Runs `body` in a round whose tutorial waits without limit.
    private func inTutorial(_ body: (TmuxScreen) async throws -> Void) async throws {
        try await surroundings.play("--deck mix") { screen in
            try await screen.wait(for: Seen.title)
            try await screen.press("Enter")
            try await screen.wait(for: Seen.tutorial)
            try await body(screen)
        }
    }

    @Test func `q asks once, expires after a while, and leaves when pressed again`() async throws {
        try await inTutorial { screen in
            try await screen.press("q")
            try await screen.wait(for: Seen.asksToLeave)
            try await screen.waitUntilGone(Seen.asksToLeave)
            try await screen.press("q")
            try await screen.wait(for: Seen.asksToLeave, unless: Seen.title)
            // Another key shows that nobody wants to leave.
            try await screen.press("Left")
            try await screen.waitUntilGone(Seen.asksToLeave)
            try await screen.leaveRound()
            try await screen.quit()
        }
    }

    @Test func `on a terminal that reports releases, q is held until it is released`() async throws {
        try await inTutorial { screen in
            try await screen.send("\u{1B}[?3u")
            try await screen.send("\u{1B}[113u\u{1B}[113;1:2u\u{1B}[113;1:3u")
            // The next key is handled after it, and shows that nobody wants to leave.
            try await screen.press("p")
            try await screen.wait(for: Seen.pause)
            let pause = try await screen.waitUntilGone(Seen.asksToLeave)
            #expect(!pause.contains(Seen.holdsToLeave))
            try await screen.send("\u{1B}[113u")
            try await screen.wait(for: Seen.title)
            try await screen.send("\u{1B}[113;1:2u\u{1B}[113;1:2u\u{1B}[113;1:3u")
            try await screen.press("s")
            try await screen.wait(for: Seen.settings)
            try await screen.press("s")
            try await screen.waitUntilGone(Seen.settings)
            try await screen.send("\u{1B}[113u")
            #expect(try await screen.end() == 0)
        }
    }

    @Test func `the mouse holds the cross, or the word in a pause`() async throws {
        try await surroundings.play("--deck mix --seconds 30") { screen in
            try await screen.begin(withTutorial: true)
            let cross = "\u{1B}[<0;79;1"
            try await screen.send("\(cross)M\(cross)m")
            try await screen.press("Down")
            try await screen.wait(for: Seen.card(score: 1, passes: 0), unless: Seen.holdsToLeave)
            try await screen.send("\(cross)M")
            try await screen.wait(for: Seen.holdsToLeave)
            try await screen.wait(for: Seen.title)
            try await screen.send("\(cross)m")
            try await screen.quit()
        }
    }

    @Test func `a press of the cross that ends in another window does not swallow the next press`() async throws {
        try await surroundings.play("magic") { screen in
            try await screen.wait(for: "Bring princesses to life.")
            try await screen.press("Enter")
            try await screen.wait(for: "LET'S BEGIN!")
            try await screen.press("Escape")
            try await screen.wait(for: "Press the space bar or click")
            try await screen.send("\u{1B}[<0;78;1M")
            try await screen.wait(for: "Hold to leave")
            try await screen.send("\u{1B}[O")
            try await screen.wait(for: "Everybody is waiting for you.")
            try await screen.press("Enter")
            try await screen.waitUntilGone("Everybody is waiting for you.")
            try await screen.send("\u{1B}[<0;40;8M\u{1B}[<0;40;8m")
            try await screen.wait(for: "▸Sparkle")
        }
    }

    @Test func `with Caps Lock on the keys are the same, and names keep their capitals`() async throws {
        try await surroundings.play("--deck mix") { screen in
            try await screen.wait(for: Seen.title)
            try await screen.press("S")
            try await screen.wait(for: Seen.settings)
            try await screen.press("S")
            try await screen.waitUntilGone(Seen.settings)
            try await screen.press("T")
            try await screen.wait(for: "Kush luan?")
            try await screen.type("QS")
            try await screen.wait(for: "QS▏")
            try await screen.press("Escape")
            try await screen.wait(for: Seen.title)
            try await screen.press("Q")
            #expect(try await screen.end() == 0)
        }
    }

    @Test func `in a result q leaves at once, and in a menu it ends the program`() async throws {
        try await surroundings.play("--deck mix --seconds 3") { screen in
            try await screen.begin(withTutorial: true)
            try await screen.wait(for: Seen.result)
            try await screen.press("q")
            try await screen.wait(for: Seen.title)
            try await screen.quit()
        }
    }
}

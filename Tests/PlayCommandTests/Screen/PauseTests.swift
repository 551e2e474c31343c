import Glibc
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// A paused round, whatever paused it, continues with the same card.
@Suite(.live) struct PauseTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    @Test func `p pauses and resumes with the same card, and losing the focus pauses`() async throws {
        try await surroundings.play("--deck mix --seconds 60") { screen in
            try await screen.begin(withTutorial: true)
            try await screen.press("Down")
            let card = try await screen.wait(for: "the second card", until: { Seen.isCard($0, score: 1, passes: 0) })
            try await screen.press("p")
            try await screen.wait(for: Seen.pause, "sekonda mbetën", "✓ 1")
            // A tilt during a pause counts for nothing.
            try await screen.press("Down")
            try await screen.press("p")
            try await screen.wait(for: "3, 2, 1", until: Seen.isCountdown)
            let same = try await screen.wait(
                for: "the same card", until: { Seen.isCard($0, score: 1, passes: 0) })
            #expect(Seen.letters(same) == Seen.letters(card))
            try await screen.send("\u{1B}[O")
            try await screen.wait(for: Seen.pause)
            // Regaining the focus does not resume by itself.
            try await screen.send("\u{1B}[I")
            try await screen.press("s")
            try await screen.wait(for: Seen.settings)
            try await screen.press("s")
            try await screen.waitUntilGone(Seen.settings)
            try await screen.wait(for: Seen.pause, unless: Seen.forehead)
            try await screen.press("Space")
            try await screen.wait(for: Seen.forehead)
            try await screen.leaveRound()
            try await screen.quit()
        }
    }

    @Test func `opening the settings pauses the round`() async throws {
        try await surroundings.play("--deck mix --seconds 60") { screen in
            try await screen.begin(withTutorial: true)
            try await screen.press("s")
            try await screen.wait(for: Seen.settings)
            try await screen.press("Escape")
            try await screen.wait(for: Seen.pause)
        }
    }

    /// Starts `thud` in a shell on a screen, whose prompt is `ready>`.
    private func inShell(of arguments: String, _ body: (TmuxScreen) async throws -> Void) async throws {
        var surroundings = surroundings
        surroundings.environment["ENV"] = try surroundings.scratch.write("PS1='ready> '\n", to: "profile")
        try await surroundings.onScreen("exec sh -i") { screen in
            try await screen.wait(for: "ready>")
            try await screen.type("\(try ThudProcess.path()) \(arguments)")
            try await screen.press("Enter")
            try await body(screen)
        }
    }

    @Test func `Ctrl-Z restores the terminal and pauses, and fg takes it again`() async throws {
        try await inShell(of: "play --deck mix --seconds 60") { screen in
            try await screen.begin(withTutorial: true)
            try await screen.press("C-z")
            let shell = try await screen.wait(for: "Stopped")
            #expect(!shell.contains(Seen.card(score: 0, passes: 0)))
            #expect(try await screen.tell("#{alternate_on}#{cursor_flag}#{mouse_any_flag}") == "010")
            // The shell changes the terminal for its own input; a command sees it as the program left it.
            try await screen.type("stty -a | grep -oE -- '-?(icanon|echo|icrnl)\\b' | tr '\\n' ' '")
            try await screen.press("Enter")
            try await screen.wait(for: "icrnl icanon echo")
            try await screen.type("fg")
            try await screen.press("Enter")
            try await screen.wait(for: Seen.pause)
            #expect(try await screen.tell("#{alternate_on}#{cursor_flag}") == "10")
            try await screen.press("Enter")
            try await screen.reachCard()
            try await screen.leaveRound()
            try await screen.press("q")
            try await screen.wait(for: "ready>")
            #expect(try await screen.tell("#{alternate_on}#{cursor_flag}") == "01")
        }
    }

    @Test func `nothing counts as lost or unheard while the program is stopped`() async throws {
        try await inShell(of: "play --deck mix --seconds 60 --json >report") { screen in
            try await screen.wait(for: Seen.title)
            try await screen.press("Enter")
            try await screen.wait(for: Seen.tutorial)
            try await screen.press("Down")
            // Later ticks have already been requested.
            try await screen.wait(for: "3, 2, 1", until: Seen.isCountdown)
            try await screen.press("C-z")
            try await screen.wait(for: "Stopped")
            try await Task.sleep(for: .seconds(5))
            try await screen.type("fg")
            try await screen.press("Enter")
            try await screen.wait(for: Seen.pause)
            try await screen.press("q")
            try await screen.wait(for: Seen.title)
            try await screen.press("q")
            try await poll("the report", within: .seconds(20)) {
                surroundings.scratch.text(of: "report").hasSuffix("\n}\n")
            }
        }
        let report = try JSONReader(Array(surroundings.scratch.text(of: "report").utf8), file: "the report")
        // Without a device the clock keeps time, and makes up for the last half second of a stop.
        #expect(try report.member("frames_stopped").number() > 4 * 48_000)
        for key in ["frames_lost", "xruns"] { #expect(try report.member(key).number() == 0, "\(key)") }
    }
}

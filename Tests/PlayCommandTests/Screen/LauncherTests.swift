import Foundation
import TestTraits
import Testing
import ThudCore
import ThudGameKit
import ThudKape
import ThudPocket
import ThudRecords
import ThudTestSupport

@testable import thud

/// `thud` alone.
@Suite(.live) struct LauncherTests {
    @Test func `a game started by its letter leads back to the launcher, which then knows it`() async throws {
        let surroundings = try Surroundings()
        let store = try RecordStore.open(folder: surroundings.scratch.file("data/thud")).store
        try store.keep(
            .score(
                Score(
                    game: "pocket", version: Pocket.description.version, mode: "classic", score: 51, accuracy: 1,
                    date: 1_800_000_000)))
        try await surroundings.onScreen("exec \(try ThudProcess.path()) 2>errors") { screen in
            let first = try await screen.wait(for: "a Patterns", "best 51 · Classic")
            #expect(!first.contains("played today"), "\(first)")
            try await screen.press("?")
            try await screen.wait(for: "browse the haptic patterns")
            try await screen.press("Escape")
            // Together with what follows, it would be a key with Alt.
            try await screen.waitUntilGone("browse the haptic patterns")
            try await screen.press("k")
            try await screen.wait(for: Seen.title, "q Menyja")
            try await screen.press("Enter")
            try await screen.wait(for: Seen.decks)
            try await screen.press("Enter")
            try await screen.wait(for: Seen.tutorial)
            try await screen.press("q")
            try await screen.wait(for: Seen.asksToLeave)
            try await screen.press("q")
            try await screen.wait(for: Seen.title)
            try await screen.press("q")
            try await screen.wait(for: "a Patterns", "played today")
            try await screen.press("a")
            try await screen.wait(for: "n p browse")
            try await screen.press("q")
            try await screen.wait(for: "b Bench")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
    }

    @Test func `the launcher knows records that can be read but not written`() async throws {
        let surroundings = try Surroundings()
        let score = Score(
            game: "pocket", version: Pocket.description.version, mode: "classic", score: 51, accuracy: 1,
            date: 1_800_000_000)
        let folder = surroundings.scratch.file("data/thud")
        try RecordStore.open(folder: folder).store.keep(.score(score))
        try FileManager.default.removeItem(atPath: "\(folder)/thud.lock")
        _ = try surroundings.scratch.directory("data/thud/thud.lock")
        try await surroundings.onScreen("exec \(try ThudProcess.path()) 2>errors") { screen in
            try await screen.wait(for: "a Patterns", "best 51 · Classic")
        }
    }

    @Test func `Ctrl-C ends the program while the result of a bench waits, even if none could begin`() async throws {
        try await Surroundings().onScreen("exec \(try ThudProcess.path())") { screen in
            try await screen.wait(for: "a Patterns")
            try await screen.press("b")
            try await screen.wait(for: "no sound server answers", "to return.")
            try await screen.press("C-c")
            #expect(try await screen.end() == 130)
        }
    }

    @Test func `Ctrl-Z stops the program while the result of a bench waits`() async throws {
        try await Surroundings().onScreen("exec bash --norc -i") { screen in
            try await screen.type(try ThudProcess.path())
            try await screen.press("Enter")
            try await screen.wait(for: "a Patterns")
            try await screen.press("b")
            try await screen.wait(for: "to return.")
            try await screen.press("C-z")
            try await screen.wait(for: "Stopped")
            try await screen.type("clear; fg")
            try await screen.press("Enter")
            try await screen.wait(for: "the command again") { !$0.contains("Stopped") && $0.contains("/thud") }
            try await screen.press("Enter")
            try await screen.wait(for: "a Patterns")
        }
    }

    @Test func `a pager gets the help`() async throws {
        try await Surroundings().onScreen("\(try ThudProcess.path()) | head -n 3; read line") { screen in
            try await screen.wait(for: "OVERVIEW: Example")
            try await screen.press("Enter")
            #expect(try await screen.end() == 0)
        }
    }

    @Test func `a held letter counts once, and of several choices typed at once the first`() async throws {
        try await Surroundings().onScreen("exec \(try ThudProcess.path()) 2>errors") { screen in
            try await screen.wait(for: "a Patterns")
            try await screen.send("\u{1B}[116u\u{1B}[116;1:2u")
            try await screen.wait(for: "The first round")
            try await screen.press("Escape")
            try await screen.waitUntilGone("The first round")
            try await screen.type("kb")
            try await screen.wait(for: Seen.title)
        }
    }

    /// Returns a terminal that shows the launcher.
    private static func terminal(_ surroundings: Surroundings, errors: String = "2>errors") throws -> PseudoTerminal {
        let terminal = try PseudoTerminal()
        terminal.resize(columns: 80, rows: 23, cell: (10, 20))
        var environment = surroundings.environment
        environment["TERM"] = "xterm-256color"
        environment["COLORTERM"] = "truecolor"
        try terminal.start(
            "exec \(try ThudProcess.path()) \(errors)", environment: environment, in: surroundings.scratch.path)
        return terminal
    }

    // Repeats that come more than 0.1 s apart are presses, so the tests that hold a key run apart from the crowd.
    @Test(.timedOrdinary)
    func `a game from the launcher knows what the terminal has answered, and which keys are held`() async throws {
        let surroundings = try Surroundings()
        let terminal = try Self.terminal(surroundings)
        defer { terminal.endPrograms() }
        try await terminal.wait(for: "\u{1B}]11;?")
        try await terminal.type("\u{1B}[?2026;2$y\u{1B}[?1016;2$y\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
        try await terminal.wait(for: "Games you can")
        let keyboard = Keyboard(model: .plain, terminal: terminal)
        let start = terminal.output.count
        let hasShown = { @Sendable (text: String) in terminal.count(text, after: start) > 0 }
        await keyboard.tap(Keyboard.arrowDown)
        try await keyboard.hold("\r", for: .milliseconds(300)) { hasShown("A ring a day.") }
        #expect(!hasShown("Every habit is a ring"), "Enter would have been pressed again")
        try await Task.sleep(for: .milliseconds(300))
        await keyboard.tap("q")
        try await terminal.wait(for: "Trophies", after: start)
        await keyboard.tap("a")
        try await terminal.wait(for: "browse", after: start)
        let patterns = terminal.output.count
        // The held key leaves only the patterns.
        try await keyboard.hold("q", for: .milliseconds(300))
        try await terminal.wait(for: "Trophies", after: patterns)
        await keyboard.tap("?")
        try await terminal.wait(for: "browse the haptic patterns", after: patterns)
        #expect(hasShown("\u{1B}[?2026h") && hasShown("\u{1B}[?1016h") && hasShown("48;2;242;242;255"))
    }

    @Test(.timedOrdinary)
    func `Enter that is held after the bench leads back to the launcher, and no further`() async throws {
        let surroundings = try Surroundings()
        let terminal = try Self.terminal(surroundings, errors: "")
        defer { terminal.endPrograms() }
        let keyboard = Keyboard(model: .plain, terminal: terminal)
        try await terminal.wait(for: "Trophies")
        await keyboard.tap("b")
        try await terminal.wait(for: "to return.")
        let start = terminal.output.count
        try await keyboard.hold("\r", for: .milliseconds(400))
        try await terminal.wait(for: "Trophies", after: start)
        await keyboard.tap("?")
        try await terminal.wait(for: "browse the haptic patterns", after: start)
    }

    @Test func `without a terminal the help appears`() async throws {
        let outcome = try await Surroundings().thud([])
        #expect(outcome.exitCode == 0 && outcome.output.hasPrefix("OVERVIEW: Example: thud play"))
    }
}

/// The seed of the day.
struct DailyRoundTests {
    @Test(arguments: [(0, 19_700_101), (1_763_942_399, 20_251_123), (1_763_942_400, 20_251_124)] as [(Int, UInt64)])
    func `the seed is the day in UTC`(second: Int, seed: UInt64) {
        #expect(DailyRound.seed(of: second) == seed)
    }
}

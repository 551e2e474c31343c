import Glibc
import TestTraits
import Testing
import ThudCore
import ThudGameKit
import ThudGames
import ThudRecords
import ThudTerminal
import ThudTestSupport

@testable import ThudGameUI
@testable import thud

/// A single press instead of a hold, for people who cannot hold: chosen in the settings, and saved.
@Suite struct OnePressTests {
    private static let now = Instant(nanoseconds: 9_000_000_000)

    private func game() throws -> any GameView.Type { try #require(Games.named("habit")) }

    private func flow(kept: [String: String] = [:], given: [String: String] = [:]) throws -> ShellFlow {
        ShellFlow(try game().description, preferences: Preferences(), options: given, kept: kept)
    }

    /// Returns whether a press in a round with these choices completes a habit at once.
    private func isSingle(_ flow: ShellFlow, given: [String: String] = [:]) throws -> Bool {
        let options = flow.choices.options(over: given, of: flow.description)
        var session = try game().session(
            RoundSetup(mode: "day", seed: 1, options: options), by: .person, start: Self.now)
        return isSingle(&session)
    }

    private func isSingle(_ session: inout any GameSession) -> Bool {
        let day = [
            "clock 2026-11-21T12:00:00Z", "new", "type Read", "activate", "activate", "activate", "press",
        ]
        for (index, line) in day.enumerated() {
            let instant = Self.now + .seconds(Double(index) + 1)
            _ = session.perform(line: line, at: instant)
            let effects = session.advance(to: instant)
            if effects.contains(where: { $0.effect == .show(.answer("Read done.")) }) { return true }
        }
        return false
    }

    @Test func `it is off in the settings at first, and the choice there is saved and used`() throws {
        var flow = try flow()
        #expect(try !isSingle(flow))
        _ = flow.act(.settings, stage: nil, at: Self.now)
        let last = try #require(flow.settings).rows.upperBound - 1
        func lines() throws -> [String] {
            ShellPicture(theme: try game().theme, flow: flow, session: nil, now: Self.now, sceneAge: 1)
                .canvas(Size(columns: 60, rows: 18), letters: LetterCase()).grid.lines
        }
        let row = try lines().first { $0.contains("Tap instead of hold: one press closes a ring") }
        #expect(row?.contains("OFF") == true)
        let effects = flow.act(.choose(last), stage: nil, at: Self.now)
        #expect(effects == [.feedback(.button), .remember(key: "activation", value: "on")])
        #expect(try lines().contains { $0.contains("Tap instead of hold") && $0.contains("◂ ON ▸") })
        #expect(try isSingle(flow))
        #expect(try isSingle(self.flow(kept: ["activation": "on", "habits": "{}"])))
        #expect(try !isSingle(self.flow(kept: ["activation": "off"])))
    }

    @Test func `the command line takes precedence for its start, and is not saved`() throws {
        let hold = ["activation": "hold"]
        #expect(try !isSingle(self.flow(kept: ["activation": "on"], given: hold), given: hold))
        let single = ["activation": "single"]
        var flow = try flow(given: single)
        #expect(flow.choices.isVariantOn)
        #expect(try isSingle(flow, given: single))
        // Until another option is chosen.
        _ = flow.act(.settings, stage: nil, at: Self.now)
        let last = try #require(flow.settings).rows.upperBound - 1
        let effects = flow.act(.choose(last), stage: nil, at: Self.now)
        #expect(effects == [.feedback(.button), .remember(key: "activation", value: "off")])
        #expect(try !isSingle(flow, given: single))
    }

    @Test func `a round that began differently follows the current choice`() throws {
        var session = try game().session(RoundSetup(mode: "day", seed: 1), by: .person, start: Self.now)
        session.adopt(RoundSetup(mode: "day", seed: 1, options: ["activation": "single"]))
        #expect(isSingle(&session))
    }
}

/// The same choice on a screen and line by line.
@Suite(.live) struct OnePressScreenTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    private func store() throws -> RecordStore {
        try RecordStore.open(folder: surroundings.scratch.file("data/thud")).store
    }

    @Test func `a paused round follows a choice made over it, and so do the next start and its lines`()
        async throws
    {
        try await surroundings.play("habit --device null") { screen in
            try await screen.wait(for: "A ring a day")
            try await screen.press("Enter")
            try await screen.wait(for: "1 of 3")
            try await screen.press("Escape")
            try await screen.wait(for: "hold space or the mouse 2 s")
            try await screen.press("s")
            try await screen.wait(for: "Tap instead of hold: one press closes a ring")
            // Seven rows are above it.
            for _ in 0..<7 { try await screen.press("Down") }
            try await screen.wait(for: "▸ Tap instead of hold")
            try await screen.press("Right")
            try await screen.wait(for: "◂ ON ▸")
            try await screen.press("s")
            try await screen.wait(for: "CONTINUE")
            try await screen.press("Enter")
            try await screen.wait(for: "space or ↵ does it")
            try await interrupt(screen)
        }
        #expect(try store().progress(game: "habit")["activation"] == "on")
        // A round without a clock goes on at once.
        try await surroundings.play("habit --device null --resume") { screen in
            try await screen.wait(for: "space or ↵ does it", unless: "CONTINUE")
            try await interrupt(screen)
        }
        try await surroundings.play("habit --device null --resume --activation hold") { screen in
            try await screen.wait(for: "hold space or the mouse 2 s", unless: "CONTINUE")
            try await interrupt(screen)
        }
        #expect(try store().progress(game: "habit")["activation"] == "on")
    }

    /// Ends the program, which saves its round.
    private func interrupt(_ screen: TmuxScreen) async throws {
        try await screen.press("C-c")
        #expect(try await screen.end() == 128 + SIGINT)
    }
}

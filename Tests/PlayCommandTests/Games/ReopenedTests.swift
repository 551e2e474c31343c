import Glibc
import TestTraits
import Testing
import ThudCore
import ThudGameKit
import ThudRecords
import ThudTestSupport

/// A game without a clock shows the interrupted round at once, with neither a title nor a pause before it.
@Suite(.live) struct ReopenedTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    @Test(arguments: [("magic", "esc skip", "▸Sparkle"), ("habit", "1 of 3", "Your first habit")])
    func `an interrupted game is shown at once`(name: String, guide: String, words: String) async throws {
        // The frame of the title's button.
        let title = "━━━┓"
        let store = try RecordStore.open(folder: surroundings.scratch.file("data/thud")).store
        var preferences = Preferences()
        preferences.tutorialDone = true
        try store.keep(.preferences(preferences, before: Preferences()))
        func interrupt(_ screen: TmuxScreen) async throws {
            kill(try await screen.processIdentifier(), SIGTERM)
            #expect(try await screen.end() == 128 + SIGTERM)
        }
        try await surroundings.play(name) { screen in
            try await screen.wait(for: title)
            try await screen.press("Enter")
            try await screen.wait(for: guide)
            try await screen.press("Escape")
            try await screen.waitUntilGone(guide)
            if name == "magic" { try await screen.press("Space") }
            try await screen.wait(for: words)
            try await interrupt(screen)
        }
        try await surroundings.play(name) { screen in
            try await screen.wait(for: words, unless: title)
            try await interrupt(screen)
        }
    }
}

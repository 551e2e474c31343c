import TestTraits
import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudPocket
import ThudRecords
import ThudTestSupport

@testable import thud

/// A person's choices in Out of Pocket on the screen are restored at the next start.
@Suite(.live) struct PocketChoicesTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    private func store() throws -> RecordStore {
        try RecordStore.open(folder: surroundings.scratch.file("data/thud")).store
    }

    @Test func `the mode and the nine gestures survive a restart, and the score records them`() async throws {
        let title = Pocket.theme.words[.tagline].text
        let seed = PocketSeeds.first { PocketSeeds.begins($0, withSwipes: 1, isDiscreet: true) }
        try await surroundings.play("pocket --seed \(seed)") { screen in
            try await screen.wait(for: title)
            try await screen.press("Enter")
            // A first-time player is offered the tutorial.
            try await screen.wait(for: "▸ 5 Tutorial")
            try await screen.press("Down", "Right")
            try await screen.wait(for: "Discreet: ON")
            try await screen.press("Up", "Up", "Up", "Up", "Up")
            try await screen.wait(for: "▸ 1 Classic")
            try await screen.press("Enter")
            // After one gesture the time runs out, and the result shows the leaderboard.
            try await PocketSeeds.swipe(on: screen)
            try await screen.wait(for: "Place 1 of 1")
            try await screen.wait(for: "ONE MORE TRY", "discreet")
            try await screen.press("q")
            try await screen.wait(for: title)
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
        try await surroundings.play("pocket") { screen in
            try await screen.wait(for: "Classic · Discreet")
            try await screen.press("Enter")
            let modes = try await screen.wait(for: "▸ 1 Classic", "Discreet: ON")
            #expect(!modes.contains("New here?"), "\(modes)")
        }
        let kept = try store().progress(game: "pocket")
        #expect(kept == ["mode": "classic", "discreet": "on", "tutorial": "declined"])
        let lines = try await surroundings.thud(["scores", "pocket", "--mode", "classic"])
        #expect(lines.output.contains(" s, discreet, seed \(seed)"), "\(lines.output)")
        let json = try await surroundings.thud(["scores", "pocket", "--mode", "classic", "--json"])
        let root = try JSONReader(Array(json.output.utf8), file: "the scores")
        let score = try root.member("modes").elements()[0].member("scores").elements()[0]
        #expect(try score.member("discreet").bool() && score.member("score").number() == 1)
        // The time limit of the gesture that was missed, and the time of the one before.
        #expect(try score.member("seconds").number() > 3)
    }

    @Test func `a gesture too many does not begin the other player's turn`() async throws {
        try await surroundings.play("pocket --mode versus --players Ana,Bora") { screen in
            try await screen.wait(for: Pocket.theme.words[.tagline].text)
            try await screen.press("Enter")
            try await screen.wait(for: "Turn 1/2")
            try await Task.sleep(for: .milliseconds(900))
            try await screen.press("Enter")
            // Every prompt shows this. Only some show their time in seconds.
            try await screen.wait(for: "⚡ Versus · Ana")
            // Any gesture ends the first turn.
            try await screen.type("x ")
            try await screen.wait(for: "Turn 2/2")
            try await Task.sleep(for: .milliseconds(1_000))
            #expect(try await screen.text().contains("Turn 2/2"))
        }
    }

    @Test func `a match begun on the screen asks for the names and uses them`() async throws {
        try store().keep(.progress(game: "pocket", key: "mode", version: 1, value: "versus"))
        try store().keep(.progress(game: "pocket", key: "tutorial", version: 1, value: "done"))
        try await surroundings.play("pocket") { screen in
            try await screen.wait(for: Pocket.theme.words[.tagline].text)
            try await screen.press("Enter")
            try await screen.wait(for: "▸ 4 Versus")
            try await screen.press("Enter")
            try await screen.wait(for: "Who plays?")
            try await screen.send("Ana")
            try await screen.press("Enter")
            // The lit card is now the second, below the first.
            try await screen.wait(for: "the second card", until: { $0.contains("╯\n  ┏") })
            try await screen.press("Enter")
            // The first turn belongs to Ana, who presses deliberately, and the second to the unnamed player.
            for (turn, name) in [(1, "Ana"), (2, "Player 2")] {
                try await screen.wait(for: "Turn \(turn)/2")
                try await Task.sleep(for: .milliseconds(900))
                try await screen.press("Enter")
                try await screen.wait(for: "⚡ Versus · \(name)")
            }
            // Neither makes a gesture: a draw, and zeros are not on the leaderboard.
            let result = try await screen.wait(for: "A draw!")
            #expect(!result.contains("Place"), "\(result)")
        }
        let json = try await surroundings.thud(["scores", "pocket", "--mode", "versus", "--json"])
        let root = try JSONReader(Array(json.output.utf8), file: "the scores")
        let scores = try root.member("modes").elements()[0].member("scores").elements()
        #expect(scores.isEmpty)
    }
}

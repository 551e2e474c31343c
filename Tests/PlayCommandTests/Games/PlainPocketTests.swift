import TestTraits
import Testing
import ThudRecords
import ThudTestSupport

/// A person who plays Out of Pocket without a screen.
@Suite(.live) struct PlainPocketTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    private func play(_ arguments: String, _ body: (TmuxScreen) async throws -> Void) async throws {
        let command = "\(try ThudProcess.path()) play pocket --plain \(arguments); echo \"ended with $?\"; sleep 60"
        try await surroundings.onScreen(command, size: (110, 50), body)
    }

    /// Returns how many lines contain these words.
    private func count(_ words: String, in text: String) -> Int {
        text.split(separator: "\n").count { $0.contains(words) }
    }

    @Test func `every turn of a match is announced with its starting key, even the first and in a rematch`()
        async throws
    {
        try await play("--mode versus --players Ana,Bora") { terminal in
            func waitForTurn(_ number: Int, of player: String) async throws {
                try await terminal.wait(for: "turn \(number), of \(player)") { text in
                    count("(space: ready, q: leave)", in: text) == number
                        && text.contains("\(player)'s turn, 1 gesture")
                }
            }
            for (index, player) in ["Ana", "Bora"].enumerated() {
                try await waitForTurn(index + 1, of: player)
                // A hand-over requires a deliberate press.
                try await Task.sleep(for: .milliseconds(900))
                try await terminal.press("Space")
            }
            // Neither player makes a gesture.
            try await terminal.wait(for: "a draw: Ana 0, Bora 0  (space:")
            try await Task.sleep(for: .milliseconds(900))
            try await terminal.press("Space")
            try await waitForTurn(3, of: "Ana")
            // Nobody is hurried: each player has had a prompt, and there is no third.
            let text = try await terminal.text()
            #expect(count("prompt: ", in: text) == 2, "\(text)")
            try await terminal.press("q")
            try await terminal.wait(for: "ended with 0")
        }
    }

    @Test func `a gesture too many does not begin the other player's turn`() async throws {
        try await play("--mode versus --players Ana,Bora") { terminal in
            try await terminal.wait(for: "(space: ready, q: leave)")
            try await terminal.press("Space")
            try await terminal.wait(for: "prompt: ")
            // Any gesture ends the first turn.
            try await terminal.type("x ")
            try await terminal.wait(for: "Bora's turn")
            try await Task.sleep(for: .milliseconds(1_000))
            let text = try await terminal.text()
            #expect(count("prompt: ", in: text) == 1, "\(text)")
        }
    }

    @Test func `the mode last chosen on a screen applies without one, unless another is named`() async throws {
        try RecordStore.open(folder: surroundings.scratch.file("data/thud")).store
            .keep(.progress(game: "pocket", key: "mode", version: 1, value: "memory"))
        for (arguments, title, words) in [("", "Memory", "watch: "), ("--mode practice", "Practice", "prompt: ")] {
            try await play(arguments) { terminal in
                let text = try await terminal.wait(for: words)
                #expect(text.split(separator: "\n").contains { $0 == title }, "\(text)")
                try await terminal.press("q", "q")
                try await terminal.wait(for: "ended with 0")
            }
        }
    }

    @Test func `the help of thud play applies to every game`() async throws {
        let help = try await surroundings.thud(["play", "--help"]).words
        #expect(help.contains("The screen shows the keys") && !help.contains("simulated head"), "\(help)")
    }
}

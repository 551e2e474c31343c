import TestTraits
import Testing
import ThudCore
import ThudGames
import ThudTestSupport

/// The feedback of each cue, and the rule behind it, beside a round.
@Suite struct PanelTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    @Test(.live, arguments: Games.names)
    func `the panel is below a round of every game`(game: String) async throws {
        try await surroundings.play("\(game) --bot 3 --panel --device null", size: (120, 40)) { screen in
            // Causes and a latency show the strips; a rule shows the table.
            try await screen.wait(for: "cause ")
            try await screen.wait(for: "▼")
            try await screen.wait(for: "as designed")
            try await screen.wait(for: " ms")
            try await screen.press("C-c")
        }
    }

    @Test(.live) func `a small screen has its table, and a rule is named there`() async throws {
        try await surroundings.play("--bot 3 --panel --device null --haptics off", size: (80, 24)) { screen in
            try await screen.wait(for: "haptics are off (+3 dB)")
            try await screen.press("C-c")
        }
    }

    @Test(.live) func `without a screen each cue is followed by its feedback`() async throws {
        let play = ["play", "--bot", "3", "--clock", "virtual", "--panel", "--sound", "off"]
        let outcome = try await ThudProcess.run(play, environment: surroundings.environment)
        #expect(outcome.exitCode == 0)
        let lines = outcome.errorOutput.split(separator: "\n").map(String.init)
        let cues = lines.indices.filter { lines[$0].contains("kape/correct  ") }
        #expect(!cues.isEmpty)
        for cue in cues {
            #expect(lines[cue + 1] == "          sound 0.00  heard 1.00  flash 1.6: sounds are off, no sound is heard")
        }
    }
}

import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// The players who share a round.
@Suite(.live) struct MatchTests {
    @Test(arguments: ["pvp", "versus"]) func `a match is between the named players`(mode: String) async throws {
        let outcome = try await Surroundings().thud(
            [
                "play", "pocket", "--mode", mode, "--players", "Arta,", "--plain", "--bot", "3", "--clock", "virtual",
                "--json",
            ])
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        for name in ["Arta", "Player 2"] {
            #expect(outcome.errorOutput.contains("\(name)'s turn"), "\(outcome.errorOutput)")
        }
        let report = try JSONReader(Array(outcome.output.utf8), file: "the report")
        #expect(
            try ["Arta", "Player 2", "draw"].contains(report.member("rounds").elements()[0].member("winner").string()))
    }

    @Test(arguments: [
        ("--players a,b", "needs a match; add --mode pvp or versus"),
        ("--mode versus --players a", "a match has 2 players, not 1"),
        ("--mode versus --players a,b,c", "a match has 2 players, not 3"),
    ]) func `players without a match, or too few or too many, are refused`(arguments: String, words: String)
        async throws
    {
        let outcome = try await Surroundings().thud(
            ["play", "pocket"] + arguments.split(separator: " ").map(String.init))
        #expect(outcome.exitCode == 2)
        #expect(outcome.errorOutput.contains(words), "\(outcome.errorOutput)")
    }
}

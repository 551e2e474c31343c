import TestTraits
import Testing
import ThudTestSupport

@testable import thud

@Suite struct HelpTests {
    @Test(arguments: [
        ["--help"], ["play", "--help"], ["tune", "--help"], ["devices", "--help"], ["doctor", "--help"],
        ["sounds", "--help"],
        ["sounds", "build", "--help"], ["decks", "--help"], ["scores", "--help"], ["why", "--help"],
        ["decks", "list", "--help"],
        ["decks", "unlock", "--help"],
        ["decks", "check", "--help"], ["audition", "--help"], ["bench", "--help"], ["convert", "--help"],
        ["gallery", "--help"], ["render", "--help"], ["listen", "--help"], ["new", "--help"],
    ])
    func `help shows an example before anything else`(arguments: [String]) throws {
        let (help, status) = try refusal(of: arguments)
        #expect(status == .fine && help.hasPrefix("OVERVIEW: Example: thud "), "\(help)")
    }

    @Test(arguments: ["play", "tune", "bench"])
    func `help names the modes of a game`(command: String) throws {
        let help = try refusal(of: [command, "--help"]).0
        for mode in ["classic", "memory", "pvp", "versus", "tutorial", "practice", "endless"] {
            #expect(help.contains(mode))
        }
    }

    @Test(arguments: [["help", "plya"], ["plya", "--help"]])
    func `the help of an unknown command is an error`(arguments: [String]) throws {
        try expectRefusal(of: arguments, saying: "unknown command plya; did you mean play?")
    }

    @Test(.live, arguments: ["0", "20", "40"])
    func `help explains the options on the narrowest terminal`(columns: String) async throws {
        var surroundings = try Surroundings()
        surroundings.environment["COLUMNS"] = columns
        let outcome = try await surroundings.thud(["decks", "--help"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.hasPrefix("OVERVIEW: Example:"), "\(outcome)")
        #expect(outcome.output.contains(/--help +Show help\n +information/), "\(outcome)")
        let refusal = try await surroundings.thud(["decks", "--nonsense"])
        #expect(refusal.exitCode == 2 && refusal.errorOutput.contains("--nonsense"), "\(refusal)")
    }

    @Test(.live) func `the version is a line on standard output`() async throws {
        let outcome = try await Surroundings().thud(["--version"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }

    @Test(.live, arguments: [[], ["play"], ["devices"], ["doctor"], ["sounds"], ["sounds", "build"]])
    func `the example in the help runs`(command: [String]) async throws {
        var surroundings = try Surroundings()
        // The sounds of this checkout and /tmp stay unchanged.
        _ = try surroundings.copyAssets()
        surroundings.environment["THUD_DEVICE"] = "null"
        let help = try await surroundings.thud(command + ["--help"]).output
        let line = try #require(help.split(separator: "\n").first)
        var words = line.split(separator: " ").drop { $0 != "thud" }.dropFirst().map(String.init)
        if let seconds = words.firstIndex(of: "--seconds") { words[seconds + 1] = "1" }
        if let folder = words.firstIndex(of: "/tmp") { words[folder] = surroundings.scratch.path }
        let outcome = try await surroundings.thud(words)
        #expect(outcome.exitCode == 0, "thud \(words): \(outcome)")
        #expect(!outcome.output.isEmpty)
    }
}

import TestSupport
import Testing

@Suite struct HelpTests {
    @Test(arguments: [
        ["--help"], ["play", "--help"], ["devices", "--help"], ["doctor", "--help"], ["sounds", "--help"],
        ["sounds", "build", "--help"], ["decks", "--help"], ["decks", "list", "--help"], ["decks", "unlock", "--help"],
        ["decks", "check", "--help"], ["audition", "--help"], ["bench", "--help"], ["convert", "--help"],
        ["gallery", "--help"],
    ])
    func `help shows an example before anything else`(arguments: [String]) async throws {
        let outcome = try await Surroundings().thud(arguments)
        #expect(outcome.exitCode == 0)
        #expect(outcome.errorOutput.isEmpty)
        #expect(outcome.output.hasPrefix("OVERVIEW: Example: thud "))
    }

    @Test func `the version is a line on standard output`() async throws {
        let outcome = try await Surroundings().thud(["--version"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }

    @Test(arguments: [[], ["play"], ["devices"], ["doctor"], ["sounds"], ["sounds", "build"]])
    func `the example of the help runs`(command: [String]) async throws {
        var surroundings = try Surroundings()
        // The sounds of this checkout stay as they are, and so does /tmp.
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

    @Test(arguments: [
        ["bogus"], ["play", "--bogus"], ["play", "chess"], ["play", "--volume", "2"], ["play", "--volume", "nan"],
        ["play", "--period", "1"], ["play", "--seconds", "0"], ["play", "--seconds", "nan"],
        ["play", "--seconds", "1e300"], ["play", "--bot", "abc"], ["play", "--bot", "-1"],
        ["play", "--bot", "1", "--script", "x"], ["play", "--bot", "1", "--seed", "2"], ["play", "--haptics", "loud"],
        ["play", "--haptics", "off", "--haptics-device", "null"], ["play", "--silent-switch", "maybe"],
        ["sounds", "eat"], ["sounds", "build", "--into", ""], ["decks", "burn"], ["decks", "check"],
        ["decks", "unlock", "vip", "mix"],
        ["doctor", "--period", "1"], ["doctor", "--record", "x.wav"], ["doctor", "--volume", "1"],
        ["doctor", "--haptics", "drive"], ["play", "--record", "round.flac"], ["play", "--record", "round"],
        ["play", "--record", ""],
    ])
    func `a command line that makes no sense is one sentence and exit code 2`(arguments: [String]) async throws {
        let outcome = try await Surroundings().thud(arguments)
        #expect(outcome.exitCode == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorOutput.hasPrefix("thud: "))
        #expect(outcome.errorOutput.split(separator: "\n").count == 1, "\(outcome.errorOutput)")
    }
}
